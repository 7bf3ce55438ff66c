/** The media server: clients put encrypted files here and fetch them. Plain http; nothing leaves this machine. */
import { findFault, meetFault } from '../faults/faults'
import type { World } from '../world'

const EXPIRED = 410

export const FETCH_PATH = '/mms/d/'
const PICTURE_PATH = '/mms/p/'

export const fileUrl = (world: World, blob: string): string => `http://${world.host}${FETCH_PATH}${blob}`
export const pictureUrl = (world: World, id: string): string => `http://${world.host}${PICTURE_PATH}${id}`

export async function serveMedia(world: World, request: Request, path: string): Promise<Response> {
  const blob = path.split('/').at(-1) ?? ''
  if (path.startsWith(PICTURE_PATH)) return picture(world, blob)
  return request.method === 'POST' ? upload(world, request, blob) : download(world, blob)
}

async function picture(world: World, id: string): Promise<Response> {
  const file = await world.media.read(id)
  if (!file || !world.media.pictures.has(id)) return new Response('not found', { status: 404 })
  return new Response(new Uint8Array(file.bytes), { headers: { 'content-type': file.mimetype } })
}

async function upload(world: World, request: Request, blob: string): Promise<Response> {
  if (meetFault(world, 'cutUpload')) {
    await request.body?.getReader().read()
    return cutOff()
  }
  const bytes = Buffer.from(await request.arrayBuffer())
  const slow = findFault(world, 'slowUpload')
  if (slow) await pause(world, bytes.length / slow.value)
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
  if (meetFault(world, 'cutDownload')) return cutOff(bytes.subarray(0, bytes.length / 2))
  const whole = meetFault(world, 'corruptMedia') ? spoiled(bytes) : new Uint8Array(bytes)
  const slow = findFault(world, 'slowDownload')
  return new Response(slow ? trickle(world, whole, slow.value) : whole)
}

function spoiled(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(bytes)
  const middle = Math.floor(copy.length / 2)
  copy[middle] = (copy[middle] ?? 0) ^ 1
  return copy
}

const CUT_AFTER_MS = 20

/** Sends this much and cuts the connection. Bun does so on an error without a reason, without a log line. */
function cutOff(begun: Uint8Array = new Uint8Array()): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (begun.length > 0) controller.enqueue(begun)
      setTimeout(() => controller.error(undefined), CUT_AFTER_MS)
    },
  })
  return new Response(body)
}

const PIECES_PER_SECOND = 10

function trickle(world: World, bytes: Uint8Array, rate: number): ReadableStream<Uint8Array> {
  const size = Math.max(1, Math.ceil(rate / PIECES_PER_SECOND))
  let sent = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(bytes.subarray(sent, sent + size))
      sent += size
      if (sent >= bytes.length) return controller.close()
      await pause(world, 1 / PIECES_PER_SECOND)
    },
  })
}

const pause = (world: World, seconds: number) =>
  new Promise<void>((resolve) => world.later(seconds * 1000, () => resolve()))
