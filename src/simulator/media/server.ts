/** The media server: clients put encrypted files here and fetch them. Plain http; nothing leaves this machine. */
import { meetFault } from '../faults'
import type { World } from '../world'

const EXPIRED = 410

export const FETCH_PATH = '/mms/d/'

export const fileUrl = (world: World, blob: string): string => `http://${world.host}${FETCH_PATH}${blob}`

export async function serveMedia(world: World, request: Request, path: string): Promise<Response> {
  const blob = path.split('/').at(-1) ?? ''
  return request.method === 'POST' ? upload(world, request, blob) : download(world, blob)
}

async function upload(world: World, request: Request, blob: string): Promise<Response> {
  const bytes = Buffer.from(await request.arrayBuffer())
  const refused = meetFault(world, 'refuseUpload')
  if (refused) return new Response('refused', { status: refused.value || 500 })
  await world.media.blobs.set(blob, bytes)
  world.changed()
  return Response.json({ url: fileUrl(world, blob), direct_path: FETCH_PATH + blob, handle: blob })
}

async function download(world: World, blob: string): Promise<Response> {
  const bytes = await world.media.blobs.get(blob)
  const refused = meetFault(world, 'refuseDownload')
  if (refused) return new Response('refused', { status: refused.value || 404 })
  if (world.media.expired.has(blob)) return new Response('gone', { status: EXPIRED })
  if (!bytes) return new Response('not found', { status: 404 })
  if (!meetFault(world, 'corruptMedia')) return new Response(new Uint8Array(bytes))
  const spoiled = Uint8Array.from(bytes)
  const middle = Math.floor(spoiled.length / 2)
  spoiled[middle] = (spoiled[middle] ?? 0) ^ 1
  return new Response(spoiled)
}
