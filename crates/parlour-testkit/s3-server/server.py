"""Amazon's storage as `moto` imitates it, signatures checked. Says where it is and who may use it; ends with its input."""

import json
import logging
import os
import sys

# So many are let in before keys count: those below that make the user, the key, the rights and the bucket.
os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "4"

import boto3
from moto.server import ThreadedMotoServer

logging.getLogger("werkzeug").setLevel(logging.ERROR)

REGION = "ap-south-1"
BUCKET = "papers"

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
url = f"http://{host}:{port}"


def client(name):
    return boto3.client(
        name, region_name=REGION, endpoint_url=url, aws_access_key_id="nobody", aws_secret_access_key="nothing"
    )


iam = client("iam")
iam.create_user(UserName="parlour")
key = iam.create_access_key(UserName="parlour")["AccessKey"]
actions = ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:ListBucket"]
allowed = {"Effect": "Allow", "Action": actions, "Resource": "*"}
policy = json.dumps({"Version": "2012-10-17", "Statement": [allowed]})
iam.put_user_policy(UserName="parlour", PolicyName="papers", PolicyDocument=policy)
client("s3").create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})

said = {
    "url": url,
    "bucket": BUCKET,
    "region": REGION,
    "accessKey": key["AccessKeyId"],
    "secretKey": key["SecretAccessKey"],
}
print(json.dumps(said), flush=True)
sys.stdin.read()
server.stop()
