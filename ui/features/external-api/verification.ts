/** Code that verifies the signature of a webhook. Pure. */
import type { Language } from './examples'

export const verification: Readonly<Record<Exclude<Language, 'curl'>, string>> = {
  JavaScript: `import { createHmac, timingSafeEqual } from "node:crypto";

const secret = process.env.WEBHOOK_SECRET;
const key = Buffer.from(secret.slice("whsec_".length), "base64");

export function isGenuine(headers, body) {
  const timestamp = headers["webhook-timestamp"];
  if (Math.abs(Date.now() / 1000 - timestamp) > 300) return false;
  const signed = headers["webhook-id"] + "." + timestamp + "." + body;
  const hash = createHmac("sha256", key).update(signed).digest("base64");
  const wanted = Buffer.from("v1," + hash);
  return headers["webhook-signature"].split(" ").some((one) => {
    const given = Buffer.from(one);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}`,

  PHP: `<?php
function is_genuine(array $headers, string $body): bool {
  $secret = getenv('WEBHOOK_SECRET');
  $key = base64_decode(substr($secret, strlen('whsec_')));
  $timestamp = $headers['webhook-timestamp'];
  if (abs(time() - (int) $timestamp) > 300) return false;
  $signed = $headers['webhook-id'] . '.' . $timestamp . '.' . $body;
  $wanted = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
  foreach (explode(' ', $headers['webhook-signature']) as $given)
    if (hash_equals($wanted, $given)) return true;
  return false;
}`,

  Python: `import base64, hashlib, hmac, os, time

secret = os.environ["WEBHOOK_SECRET"]
key = base64.b64decode(secret.removeprefix("whsec_"))

def is_genuine(headers, body: bytes) -> bool:
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f'{headers["webhook-id"]}.{timestamp}.'.encode() + body
    hashed = hmac.new(key, signed, hashlib.sha256).digest()
    wanted = "v1," + base64.b64encode(hashed).decode()
    given = headers["webhook-signature"].split()
    return any(hmac.compare_digest(one, wanted) for one in given)`,
}
