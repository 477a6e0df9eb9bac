"""A host of its own for an HTTP API, and an old host that redirects to it."""

import pulumi
from petstore_custom_domains import Host

config = pulumi.Config()
zone = {"provider": "route53", "name": config.require("zone")}
preflight = config.get_object("preflight")

api = Host(
    "api",
    host=config.require("host"),
    zone=zone,
    gateway={"api_id": config.require("apiId")},
    preflight=preflight,
)
Host(
    "old-api",
    host=config.require("old"),
    zone=zone,
    redirect={"to": config.require("host")},
    preflight=preflight,
    opts=pulumi.ResourceOptions(depends_on=[api]),
)

pulumi.export("url", api.url)
pulumi.export("records", api.records)
