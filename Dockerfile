# The shop as an image: a built tree without development dependencies, for a user without rights and a read-only file system.
# docs/guides/run-in-containers.md says how to build and run it.
ARG BUILD_IMAGE=docker.io/library/node:24-bookworm-slim
ARG RUNTIME_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /build
# Packages are a layer of their own, installed again only when the lock file changes.
COPY package.json package-lock.json .npmrc ./
COPY packages/bottle-art/package.json packages/bottle-art/
COPY packages/search-engine/package.json packages/search-engine/
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/setup.mjs && node scripts/production-tree.mjs /shop --without-postgres

FROM ${RUNTIME_IMAGE}
# Node is the one of the lock file, which the tests run on.
ENV PATH=/shop/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    SAMPLE=no \
    NODE_COMPILE_CACHE=/data/compiled \
    MALLOC_ARENA_MAX=1 \
    MALLOC_MMAP_THRESHOLD_=16384 \
    MALLOC_TRIM_THRESHOLD_=65536
ARG VERSION=0.2.0
LABEL org.opencontainers.image.title="Cellardoor" \
    org.opencontainers.image.description="An online wine and spirits shop for Australia and Singapore" \
    org.opencontainers.image.version="${VERSION}" \
    org.opencontainers.image.licenses="MIT"
COPY --from=build /shop /shop
RUN mkdir /data && chown 10001:10001 /data
WORKDIR /shop
USER 10001:10001
VOLUME /data
EXPOSE 3000
# The image needs no init process: the shop ends its child processes itself.
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=768", "src/server/main.ts"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
