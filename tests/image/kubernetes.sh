#!/usr/bin/env bash
# Runs deploy/kubernetes on a cluster by the commands of docs/guides/run-in-containers.md, under requests for pages: start, upgrade, way back,
# loss of the database's leader, eviction. For an empty cluster of tests with CloudNativePG and the schemas of the Gateway API, which has
# registry.example/cellardoor:0.3.0 and the same image as :0.4.0. Without backups, whose plugin needs more.
#
#   tests/image/kubernetes.sh    with the cluster of KUBECONFIG
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=deploy/kubernetes/overlays/mine
[ ! -e "$folder" ] || { echo "$folder exists" && exit 1; }

# Prints the code block of the guide whose first line begins so.
block() {
  awk -v start="$1" '/^```sh$/ { getline; show = index($0, start) == 1 } /^```$/ { show = 0 } show { print; found = 1 } END { exit !found }' \
    docs/guides/run-in-containers.md
}
run() { echo "== $1" && bash -euxo pipefail -c "$(cat)" </dev/null; }
shop() { kubectl --namespace cellardoor "$@"; }
finish() {
  local status=$?
  rm -r "$folder"
  if [ "$status" -ne 0 ]; then shop get pods,cluster && shop get events && shop logs deployment/cellardoor-web --tail 50; fi
  kubectl delete namespace cellardoor envoy-gateway-system --wait=false
  exit "$status"
}

cp -r deploy/kubernetes/overlays/example "$folder"
trap finish EXIT
# A small shop with the sample data, on one node and without backups.
sed -i '/^  - backup.yaml$/d; /^patches:$/,$d' "$folder/kustomization.yaml"
sed -i 's/^      - SITES=/      - DEMO=yes\n      - SAMPLE=yes\n&/' "$folder/kustomization.yaml"
cat >>"$folder/kustomization.yaml" <<'PATCHES'
patches:
  - patch: |
      apiVersion: postgresql.cnpg.io/v1
      kind: Cluster
      metadata:
        name: cellardoor-db
      spec:
        affinity: { podAntiAffinityType: preferred }
        resources:
          requests: { cpu: 100m, memory: 1Gi }
          limits: { memory: 1Gi }
  - target:
      kind: Deployment
    patch: |
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: each
      spec:
        template:
          spec:
            containers:
              - name: shop
                resources:
                  requests: { cpu: 100m }
PATCHES

# Without the copy of the example, which is there and changed.
block 'cp -r deploy/kubernetes/overlays/example' | sed 1d | run start
wait_for_rollout() { for name in web worker; do shop rollout status deployment "cellardoor-$name" --timeout 15m; done; }
wait_for_rollout
# The claim of the third node is made last.
shop wait --for jsonpath='{.status.readyInstances}'=3 cluster/cellardoor-db --timeout 15m

# Commands of the operator's table.
grep -o 'kubectl --namespace cellardoor exec [^`]*-- df [^`]*' docs/guides/operating.md | run disk
grep -o 'kubectl --namespace cellardoor exec [^`]*-- psql [^`]*' docs/guides/operating.md | run psql
grep -o 'kubectl --namespace cellardoor exec [^`]*cli.ts order list' docs/guides/operating.md | run command

# Shoppers come from the gateway: the network policies admit its namespace.
kubectl create namespace envoy-gateway-system
kubectl --namespace envoy-gateway-system run shopper --image registry.example/cellardoor:0.3.0 --command -- node --input-type module --eval '
  import { get } from "node:http";
  const headers = { host: "wine.example", "x-forwarded-proto": "https" };
  const ask = (path) => new Promise((resolve) => {
    const request = get({ host: "cellardoor-web.cellardoor", path, headers, agent: false, timeout: 15_000 }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    });
    request.on("timeout", () => request.destroy(new Error("no answer")));
    request.on("error", (error) => resolve(error.message));
  });
  for (;;) for (const path of ["/", "/wines", "/sw.js"]) {
    const result = await ask(path);
    console.log(result === 200 ? "answered" : `failed: ${path} ${result}`);
  }'
kubectl --namespace envoy-gateway-system wait --for condition=Ready pod/shopper --timeout 5m

sed -i 's/newTag: 0.3.0/newTag: 0.4.0/' "$folder/kustomization.yaml"
block 'kubectl --namespace cellardoor delete job cellardoor-migrate' | run upgrade
image_of() { shop get deployment cellardoor-web --output jsonpath='{.spec.template.spec.containers[0].image}'; }
[ "$(image_of)" = registry.example/cellardoor:0.4.0 ]
grep -o 'kubectl --namespace cellardoor rollout undo [a-z -]*' docs/guides/run-in-containers.md | run way-back
wait_for_rollout
[ "$(image_of)" = registry.example/cellardoor:0.3.0 ]

leader() { shop get cluster cellardoor-db --output jsonpath='{.status.currentPrimary}'; }
former=$(leader)
shop delete pod "$former" --force --grace-period 0
for _ in $(seq 120); do [ "$(leader)" = "$former" ] || break; sleep 1; done
[ "$(leader)" != "$former" ]
shop wait --for jsonpath='{.status.readyInstances}'=3 cluster/cellardoor-db --timeout 10m
shop exec deployment/cellardoor-worker -- node src/cli/cli.ts audit

evict() {
  printf '{"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"%s","namespace":"cellardoor"}}' "$1" |
    kubectl create --raw "/api/v1/namespaces/cellardoor/pods/$1/eviction" --filename -
}
read -r -a pods <<<"$(shop get pods --selector app.kubernetes.io/component=web --output jsonpath='{.items[*].metadata.name}')"
evict "${pods[0]}"
if evict "${pods[1]}"; then echo 'Both web processes could be evicted at once.' && exit 1; fi
wait_for_rollout

results=$(kubectl --namespace envoy-gateway-system logs pod/shopper | sort | uniq -c)
echo "$results"
if grep -q failed <<<"$results"; then exit 1; fi
echo 'All of it worked.'
