#!/usr/bin/env bash
# A first deposit in five calls: bash first-deposit.sh [number [address [key]]]
set -euo pipefail
MSISDN=${1:-237670000101}
URL=${2:-http://127.0.0.1:4000}
KEY=${3:-dev-gateway-key}

cauri() { # address, operation, then key=value
  local address=$1 pairs pair
  pairs="{\"key\":{\"value\":\"operation_name\"},\"value\":{\"value\":\"$2\"}}"
  shift 2
  for pair in "$@"; do pairs+=",{\"key\":{\"value\":\"${pair%%=*}\"},\"value\":{\"value\":\"${pair#*=}\"}}"; done
  curl -sS --max-time 6 "$URL/$address" -H "x-api-key: $KEY" -H 'content-type: application/json' \
    -d "{\"arguments\":[$pairs],\"languageCode\":\"en\",\"sessionIdentifier\":\"s1\",\"journeyIdentifier\":\"j1\"}"
  echo
}
value() { sed -nE "s/.*\"key\":\{\"value\":\"$1\"\},\"value\":\{\"value\":\"([^\"]*)\".*/\1/p"; }

cauri getdynamicarguments register_savings_account "ACCOUNT_HOLDER_MSISDN=$MSISDN" | value registration_result
cauri getdynamicoptions list_offerable_products >/dev/null
SUMMARY=$(cauri getdynamicarguments create_deposit_summary "ACCOUNT_HOLDER_MSISDN=$MSISDN" amount=5000 product_code=LOCK3M)
echo "$SUMMARY" | value summary_message
REFERENCE=$(echo "$SUMMARY" | value deposit_reference)
# The customer now approves on their phone. The same call answers the status again, and never takes the money twice.
for _ in $(seq 40); do
  STATUS=$(cauri getdynamicarguments confirm_deposit "ACCOUNT_HOLDER_MSISDN=$MSISDN" "deposit_reference=$REFERENCE" | value deposit_status)
  [ "$STATUS" = PENDING_VALIDATION ] || break
  sleep 3
done
echo "$STATUS"
cauri getdynamicarguments get_savings_balance "ACCOUNT_HOLDER_MSISDN=$MSISDN" | value total_balance
