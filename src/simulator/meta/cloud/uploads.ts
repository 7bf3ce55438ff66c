/** The resumable upload of example files: a session of an app, then its bytes, then a handle that a template names. */
import type { MetaApp } from '../contract'
import type { MetaFiles } from '../files'
import { badParam, type GraphCall, GraphError } from '../graph'
import type { AccessToken } from '../tokens'
import type { MetaWorld } from '../world'

const SESSION_MS = 3_600_000
const LARGEST = 100 * 1024 * 1024
const TYPES: Readonly<Record<string, string>> = {
  'image/jpeg': 'IMAGE',
  'image/jpg': 'IMAGE',
  'image/png': 'IMAGE',
  'video/mp4': 'VIDEO',
  'application/pdf': 'DOCUMENT',
}

type Session = {
  readonly app: MetaApp
  readonly mimetype: string
  readonly name: string
  readonly length: number
  readonly expiresAt: number
}

export type Example = { readonly app: MetaApp; readonly format: string; readonly url: string }

export class Uploads {
  readonly #sessions = new Map<string, Session>()
  readonly #examples = new Map<string, Example>()
  readonly #world: MetaWorld
  readonly #files: MetaFiles
  constructor(world: MetaWorld, files: MetaFiles) {
    this.#world = world
    this.#files = files
  }

  /** `POST /app/uploads` */
  begin(call: GraphCall, { app }: AccessToken): Response {
    const length = Number(call.requireText('file_length'))
    const mimetype = call.requireText('file_type').toLowerCase()
    const name = call.text('file_name') ?? 'file'
    if (!Number.isInteger(length) || length < 1) throw badParam('Param file_length must be a positive integer')
    if (TYPES[mimetype] === undefined)
      throw badParam(`Param file_type must be one of {${Object.keys(TYPES).join(', ')}}`, 2388091)
    if (length > LARGEST) throw badParam(`Param file_length must be at most ${LARGEST}`, 2388092)
    const key = `${Buffer.from(`attachment:${crypto.randomUUID()}`).toString('base64url')}`
    this.#sessions.set(key, { app, mimetype, name, length, expiresAt: this.#world.now() + SESSION_MS })
    return Response.json({ id: `upload:${key}?sig=AR${crypto.randomUUID().slice(0, 16)}` })
  }

  /** `POST /upload:…`: all bytes at once, from the first. */
  receive(call: GraphCall, key: string, { app }: AccessToken): Response {
    const session = this.#sessions.get(key)
    if (!session || session.app !== app || call.text('sig') === undefined || session.expiresAt <= this.#world.now())
      throw new GraphError(
        400,
        100,
        `Unsupported post request. Upload session '${key}' does not exist or has expired`,
        {
          subcode: 33,
          type: 'GraphMethodException',
        },
      )
    if (call.scheme !== 'OAuth')
      throw new GraphError(400, 190, 'An OAuth access token is required to upload to this session.')
    if (call.header('file_offset') !== '0')
      return refused('OffsetInvalidError', 'Offset is not at the current position')
    if (call.bytes.length !== session.length)
      return refused('PartialRequestError', 'Partial request (did not match length of file)')
    this.#sessions.delete(key)
    const { mimetype, name } = session
    const handle = `4:${Buffer.from(name).toString('base64')}:${Buffer.from(mimetype).toString('base64')}:AR${crypto.randomUUID()}`
    const url = this.#files.hostedUrl({ bytes: call.bytes, mimetype, name })
    this.#examples.set(handle, { app, format: TYPES[mimetype] ?? '', url })
    return Response.json({ h: handle })
  }

  findExample = (handle: string): Example | undefined => this.#examples.get(handle)
}

/** As the host of uploads says it, which is not the Graph API. */
const refused = (type: string, message: string) =>
  Response.json({ debug_info: { retriable: false, type, message } }, { status: 400 })
