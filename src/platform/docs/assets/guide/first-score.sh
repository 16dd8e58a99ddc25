#!/usr/bin/env bash
# A first score in five calls: bash first-score.sh statement.pdf [password [address [client [secret [key]]]]]
set -euo pipefail
STATEMENT=$1
PASSWORD=${2:-482915}
URL=${3:-http://127.0.0.1:4000/scoring/sandbox}
CLIENT=${4:-dev-sandbox-client}
SECRET=${5:-dev-sandbox-secret}
KEY=${6:-dev-sandbox-key}

value() { sed -nE "s/.*\"$1\":\"([^\"]*)\".*/\1/p"; }
json='content-type: application/json'

TOKEN=$(curl -sS "$URL/auth/token" -H "$json" -d "{\"clientId\":\"$CLIENT\",\"secret\":\"$SECRET\"}" | value token)
REQUEST=$(curl -sS "$URL/score/request" -H "$json" -H "x-api-key: $KEY" -H "authorization: $TOKEN" -d "{
  \"productCode\": \"PARS\", \"nationalId\": \"29384756\", \"firstName\": \"Wanjiru\", \"lastName\": \"Mwangi\",
  \"phoneNumber\": \"+254712345123\",
  \"documentsDetails\": [{\"documentName\": \"statement.pdf\", \"documentType\": \"WALLET_STATEMENT\", \"password\": \"$PASSWORD\"}]}")
curl -sS -o /dev/null -T "$STATEMENT" -H 'content-type: application/pdf' "$(echo "$REQUEST" | value url)"
# 202 says how long to wait, in the header Retry-After.
for _ in $(seq 60); do
  RESULTS=$(curl -sS "$URL/score/results/$(echo "$REQUEST" | value requestId)" -H "authorization: $TOKEN" -w ' %{http_code}')
  [ "${RESULTS##* }" = 202 ] || break
  sleep 1
done
echo "${RESULTS##* }"
# The address serves one GET, within 600 seconds.
curl -sS "$(echo "$RESULTS" | sed -nE 's/.*"parsedUrls":\["([^"]*)".*/\1/p')" | value decision
