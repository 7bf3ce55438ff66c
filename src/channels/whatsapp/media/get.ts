/** Requests a file, only from WhatsApp's hosts, because its address comes from a message. */
import { addressAtOrigin } from './private-server'

/**
 * `home`: origin of a private WhatsApp. The body is not decompressed: a megabyte could become a gigabyte before its
 * length is checked.
 */
export async function get(address: string, home: string | null, signal: AbortSignal): Promise<Response> {
  return fetch(home ? addressAtOrigin(address, home) : ownAddress(address), {
    redirect: 'error',
    decompress: false,
    headers: { 'accept-encoding': 'identity' },
    signal,
  })
}

function ownAddress(address: string): string {
  const { protocol, hostname, port } = new URL(address)
  if (protocol !== 'https:' || port !== '' || !hostname.endsWith('.whatsapp.net'))
    throw new Error('whatsapp: a file is on a foreign host')
  return address
}
