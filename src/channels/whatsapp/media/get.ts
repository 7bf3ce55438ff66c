/** Requests a file from WhatsApp's hosts, and from no others: its address comes from a message. */
import { addressAtOrigin } from './private-server'

/**
 * `home`: origin of a WhatsApp other than the public one. The body comes as it was sent: unpacked on the way, a megabyte
 * becomes a gigabyte before anybody can count it.
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
    throw new Error('whatsapp: a file lies elsewhere')
  return address
}
