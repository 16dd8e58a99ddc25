"""A first score in five calls: python3 first_score.py statement.pdf [password [address [client [secret [key]]]]]"""

import json
import sys
import time
import urllib.request

given = sys.argv[1:] + [""] * 6
STATEMENT = given[0]
PASSWORD = given[1] or "482915"
URL = given[2] or "http://127.0.0.1:4000/scoring/sandbox"
CLIENT = given[3] or "dev-sandbox-client"
SECRET = given[4] or "dev-sandbox-secret"
KEY = given[5] or "dev-sandbox-key"


def call(url, body=None, method="GET", **headers):
    """The status, what was answered, and how many seconds to wait before the same is asked again."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, body, sent, method=method)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.status, json.load(answer), int(answer.headers.get("Retry-After", 1))


def post(path, body, **headers):
    return call(f"{URL}{path}", json.dumps(body).encode(), "POST", content_type="application/json", **headers)[1]


token = post("/auth/token", {"clientId": CLIENT, "secret": SECRET})["token"]
asked = post(
    "/score/request",
    {
        "productCode": "PARS",
        "nationalId": "29384756",
        "firstName": "Wanjiru",
        "lastName": "Mwangi",
        "phoneNumber": "+254712345123",
        "documentsDetails": [
            {"documentName": "statement.pdf", "documentType": "WALLET_STATEMENT", "password": PASSWORD}
        ],
    },
    authorization=token,
    x_api_key=KEY,
)
with open(STATEMENT, "rb") as file:
    call(asked["uploadUrls"][0]["url"], file.read(), "PUT", content_type="application/pdf")
for _ in range(60):
    status, results, wait = call(f"{URL}/score/results/{asked['requestId']}", authorization=token)
    if status != 202:
        break
    time.sleep(wait)
print(status)
# The address serves one GET, within 600 seconds.
print(call(results["parsedUrls"][0])[1]["data"]["decision"])
