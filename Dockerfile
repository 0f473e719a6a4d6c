# The service in a container. It needs a PostgreSQL: see docker-compose.yml, or set DATABASE_URL.
FROM swift:6.3-bookworm AS build
WORKDIR /source
RUN apt-get update && apt-get install --yes --no-install-recommends make && rm -rf /var/lib/apt/lists/*
COPY Makefile ./
RUN make packages-build && rm -rf /var/lib/apt/lists/*
COPY Package.swift ./
COPY Migrations Migrations
COPY Sources Sources
COPY Tests Tests
RUN make build && install -D .build/release/shipmate /installed/shipmate

FROM debian:12-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        ca-certificates libcurl4 libevent-2.1-7 libevent-core-2.1-7 libevent-pthreads-2.1-7 libpq5 libre2-9 libsodium23 libssl3 libstdc++6 \
        libqrencode4 libpng16-16 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin shipmate \
    && install --directory --owner=10001 --group=10001 /var/lib/shipmate
COPY --from=build /installed/shipmate /usr/local/bin/shipmate
USER 10001:10001
# Everybody outside the container is on another address.
ENV SHIPMATE_HTTP_HOST=0.0.0.0
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=6s --start-period=10s --retries=3 CMD ["shipmate", "check", "--live"]
ENTRYPOINT ["shipmate"]
CMD ["serve"]
