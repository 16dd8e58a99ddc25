FROM node:26.10.0-trixie-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && cp node_modules/.bin/node /usr/local/bin/node && npm prune --omit=dev --omit=optional

FROM node:26.10.0-trixie-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1
# A container without settings refuses to start, and names the missing ones: docs/running.md.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
# The Node.js of the lock file, on which all tests ran. The base image has the libraries that it needs.
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# These files are read at start, not compiled.
COPY --from=build /app/facade/operations facade/operations
COPY --from=build /app/scenarios/wire scenarios/wire
COPY --from=build /app/src/bank/products/products.json src/bank/products/products.json
COPY --from=build /app/src/platform/docs/assets src/platform/docs/assets
COPY --from=build /app/web/design/tokens.css web/design/tokens.css
# The command `cauri` in a container: `docker compose exec worker cauri doctor`.
RUN chmod +x dist/cauri.js && ln -s /app/dist/cauri.js /usr/local/bin/cauri
RUN mkdir /data /documents && chown node:node /data /documents
USER node
VOLUME /data
EXPOSE 4000
# Otherwise each thread that encrypts or decompresses would keep its own arena of freed memory.
ENV MALLOC_ARENA_MAX=2
# As in npm start: otherwise, on a machine with much memory, node lets the heap and its young generation grow large.
CMD ["node", "--max-old-space-size=512", "--max-semi-space-size=4", "dist/cauri.js", "start"]
