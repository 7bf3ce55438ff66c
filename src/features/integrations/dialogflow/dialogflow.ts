/** Dialogflow ES: each message of the contact is a detectIntent in the session of its conversation. */
import { createHash } from 'node:crypto'
import { defineService } from '../../../platform/module'
import { cut } from '../../../platform/text'
import { listTagsOf } from '../../tags/queries'
import { cameInstead, toActions } from '../answer'
import { type Trust, trustFor } from '../echo'
import { type Action, type Integration, IntegrationFailed, type IntegrationRunner, type RunnerContext } from '../runner'
import { type Access, createAccess, type KeyFile, readKeyFile } from './access'
import { type DialogflowReply, notUnderstood, readReply } from './reply'

const GOOGLES_AGENTS = 'https://dialogflow.googleapis.com'
/** What Dialogflow takes. */
const MOST_TEXT = 256
const MOST_SESSION = 36
/** Audio of up to a minute. */
const MOST_SECONDS = 60
const MOST_AUDIO = 1_000_000
/** Of voice messages, by the container that messengers record. */
const RATE = 48_000

export type Asked = {
  readonly integration: Pick<Integration, 'projectName' | 'language' | 'urlIntegration'>
  readonly key: KeyFile
  /** Any text that names the conversation. */
  readonly session: string
  /** Null: `audio` is heard instead. */
  readonly text: string | null
  /** Ogg with Opus. */
  readonly audio?: Uint8Array
  readonly trust: Trust
}

declare module '../../../platform/module' {
  interface Services {
    readonly detectIntent: Detect
  }
}

type Detect = (asked: Asked, context: Pick<RunnerContext, 'ask' | 'fault' | 'cx'>) => Promise<DialogflowReply>

const createDetect =
  (access: Access): Detect =>
  async ({ integration, key, session, text, audio, trust }, context) => {
    const languageCode = integration.language
    const audioConfig = { audioEncoding: 'AUDIO_ENCODING_OGG_OPUS', sampleRateHertz: RATE, languageCode }
    const body = JSON.stringify({
      queryInput: text === null ? { audioConfig } : { text: { text: cut(text, MOST_TEXT), languageCode } },
      ...(text === null && audio && { inputAudio: Buffer.from(audio).toString('base64') }),
      queryParams: { timeZone: context.cx.tenant.timeZone },
    })
    const ask = async (isRefused: boolean) =>
      context.ask({
        url: addressOf(integration, session),
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          authorization: `Bearer ${await access.tokenFor(key, context, isRefused)}`,
        },
        body,
        what: 'detectIntent',
      })
    const first = await ask(false)
    const answer = first.status === 401 ? await ask(true) : first
    if (answer.status !== 200) throw new IntegrationFailed(`HTTP ${answer.status}`)
    const reply = readReply(answer.body, trust)
    if (reply && !reply.isUnknown) return reply
    const words = cameInstead(reply ? 'nothingSaid' : 'notJson', answer.body)
    context.fault(words)
    throw new IntegrationFailed(words)
  }

/** `urlIntegration` replaces Google's address, such as a regional one. */
function addressOf({ projectName, urlIntegration }: Asked['integration'], session: string): string {
  const base = (urlIntegration || GOOGLES_AGENTS).replace(/\/+$/, '')
  const [, region] = /^https:\/\/([a-z0-9-]+)-dialogflow\.googleapis\.com$/.exec(base) ?? []
  const place = region === undefined ? '' : `/locations/${region}`
  const id = createHash('sha256').update(session).digest('hex').slice(0, MOST_SESSION)
  return `${base}/v2/projects/${encodeURIComponent(projectName)}${place}/agent/sessions/${id}:detectIntent`
}

export const dialogflow: IntegrationRunner = {
  type: 'dialogflow',
  async run(integration, turn, context) {
    const { event, session, ticket } = turn
    if (event.kind === 'timer') return { state: null, actions: [] }
    const key = readKeyFile(integration.jsonContent)
    if (!key) throw new IntegrationFailed('access')
    const unknown: Action = { do: 'say', text: notUnderstood[integration.language] }
    const text = event.message.body.trim()
    const audio = text === '' ? await voiceOf(context) : undefined
    if (text === '' && !audio) return { state: null, actions: [unknown] }
    const said = audio ? { text: null, audio } : { text }
    const trust = trustFor(context.cx, integration, turn)
    const { commands, isOver } = await context.services.detectIntent(
      { integration, key, session: session.id, trust, ...said },
      context,
    )
    const actions = toActions(commands, () => listTagsOf(context.cx.db, ticket.id).map(({ id }) => id))
    const answer = actions.length > 0 || isOver ? actions : [unknown]
    return { state: null, actions: isOver ? [...answer, { do: 'stop' }] : answer }
  },
}

/** A voice message of up to a minute. Dialogflow takes no other recordings that messengers send. */
async function voiceOf({ file }: RunnerContext): Promise<Uint8Array | undefined> {
  const found = await file(MOST_AUDIO)
  return found && /^audio\/ogg\b/.test(found.mimetype) && (found.seconds ?? 0) <= MOST_SECONDS ? found.bytes : undefined
}

/** Keeps the tokens of access. */
export const intentDetection = defineService('detectIntent', { create: () => createDetect(createAccess()) })
