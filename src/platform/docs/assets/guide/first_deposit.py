"""A first deposit in five calls: python3 first_deposit.py [number [address [key]]]"""

import json
import sys
import time
import urllib.request

given = sys.argv[1:] + [""] * 3
MSISDN = given[0] or "237670000102"
URL = given[1] or "http://127.0.0.1:4000"
KEY = given[2] or "dev-gateway-key"


def cauri(operation, **arguments):
    """The rows of an answer; an answer with one record has one row."""
    address = "getdynamicoptions" if operation.startswith("list_") else "getdynamicarguments"
    pairs = {"operation_name": operation, **arguments}
    body = {
        "arguments": [{"key": {"value": k}, "value": {"value": v}} for k, v in pairs.items()],
        "languageCode": "en",
        "sessionIdentifier": "s1",
        "journeyIdentifier": "j1",
    }
    request = urllib.request.Request(
        f"{URL}/{address}",
        json.dumps(body).encode(),
        {"x-api-key": KEY, "content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=6) as answer:
        read = json.load(answer)
    rows = read["argumentsList"] if "argumentsList" in read else [read["arguments"]]
    return [{pair["key"]["value"]: pair["value"]["value"] for pair in row} for row in rows]


customer = {"ACCOUNT_HOLDER_MSISDN": MSISDN}
print(cauri("register_savings_account", **customer)[0]["registration_result"])
product = next(p for p in cauri("list_offerable_products") if p["accrual_periods"] == "3")
[summary] = cauri("create_deposit_summary", **customer, amount="5000", product_code=product["product_code"])
print(summary["summary_message"])
# The customer now approves on their phone. The same call answers the status again, and never takes the money twice.
for _ in range(40):
    [deposit] = cauri("confirm_deposit", **customer, deposit_reference=summary["deposit_reference"])
    if deposit["deposit_status"] != "PENDING_VALIDATION":
        break
    time.sleep(3)
print(deposit["deposit_status"])
print(cauri("get_savings_balance", **customer)[0]["total_balance"])
