/** Requests a file, only from WhatsApp's hosts, because its address comes from a message. */
import type { Wait } from '../../../platform/gate'
import { fetchOutside } from '../../../platform/outside'
import { addressAtOrigin } from './private-server'

type How = { readonly home: string | null; readonly wait: Wait; readonly signal: AbortSignal }

/**
 * `home`: origin of a private WhatsApp. The body is not decompressed: a megabyte could become a gigabyte before its
 * length is checked.
 */
export async function get(address: string, { home, wait, signal }: How): Promise<Response> {
  const url = home ? addressAtOrigin(address, home) : ownAddress(address)
  const headers = { 'accept-encoding': 'identity' }
  return fetchOutside(url, { redirect: 'error', decompress: false, headers, signal }, wait)
}

function ownAddress(address: string): string {
  const { protocol, hostname, port } = new URL(address)
  if (protocol !== 'https:' || port !== '' || !hostname.endsWith('.whatsapp.net'))
    throw new Error('whatsapp: a file is on a foreign host')
  return address
}
