# Everything in one image: the service, and the servers it starts when none are named.
# Another base with Python 3.11 or newer, venv and pip: --build-arg BASE=…
ARG BASE=python:3.11-slim

FROM ${BASE} AS build
WORKDIR /src
# pip stays behind in an environment of its own.
RUN python3 -m venv /pip && python3 -m venv --without-pip /opt/meeplog
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_PYTHON=/opt/meeplog/bin/python
COPY requirements-runtime.lock ./
RUN /pip/bin/pip install --require-hashes -r requirements-runtime.lock
COPY pyproject.toml README.md ./
COPY domain domain
COPY infra infra
COPY projections projections
COPY service service
# From the lock file alone: no isolated build that would fetch something else.
RUN /pip/bin/pip install --no-deps --no-build-isolation .

FROM ${BASE}
COPY --from=build /opt/meeplog /opt/meeplog
RUN useradd --create-home --uid 10001 meeplog && install -d -o meeplog -g meeplog -m 0711 /data
USER meeplog
WORKDIR /home/meeplog
ENV PATH=/opt/meeplog/bin:$PATH MEEPLOG_DATA=/data MEEPLOG_HOST=0.0.0.0 MEEPLOG_PORT=8000 PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health/ready', timeout=4)"]
ENTRYPOINT ["meeplog"]
CMD ["serve"]
