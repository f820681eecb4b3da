# A new database cluster with the superuser, password and database that the environment names.
set -eu
programs=$(echo /usr/lib/postgresql/*/bin)
cluster=$PWD/cluster
umask 077
echo "$POSTGRES_PASSWORD" >password
"$programs/initdb" --pgdata="$cluster" --username="$POSTGRES_USER" --pwfile=password --auth=scram-sha-256 \
    --encoding=UTF8 --locale=C.UTF-8
rm password
echo "host all all all scram-sha-256" >>"$cluster/pg_hba.conf"
echo "CREATE DATABASE \"$POSTGRES_DB\"" | "$programs/postgres" --single -D "$cluster" postgres
exec "$programs/postgres" -D "$cluster" -c listen_addresses='*'
