/** What a type of integration implements: one turn of a conversation in, state and actions out. */
import * as v from 'valibot'
import type { Offer } from '../../channels/contract'
import type { Budget } from '../../platform/budget'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { defineExtensionPoint } from '../../platform/extensions'
import type { Services } from '../../platform/module'
import type { OutsideAnswer, OutsideRequest } from '../../platform/outside'
import type { Queue } from '../../queues/tables'
import type { AutomaticFile } from '../../tickets/sending/send-automatic'
import type { IntegrationType } from './contract'
import type { StoredIntegration } from './tables'

/** An integration with its secrets in plain text. `id` 0: a queue's own (`queueIntegrations`), without a row. */
export type Integration = Omit<StoredIntegration, 'createdAt' | 'pausedAt' | 'oldSecret' | 'oldUntil'> & {
  /** Signs as well, while it is valid. */
  readonly oldSecret?: string
}

/** For all calls of a turn, in milliseconds. */
export const TURN_LIMIT = 10_000
/** Characters of `state` as JSON. */
export const MOST_STATE = 64_000
/** Actions of one turn. */
export const MOST_ACTIONS = 30
/** Longest `afterMs`; for a longer wait, `wakeAt`. */
export const LONGEST_PAUSE = 10_000
/** Bytes of an answer, unless the request says less, and of all answers of a turn. */
export const MOST_ANSWER = 1_000_000
export const MOST_ANSWERS = 2 * MOST_ANSWER

export type TurnEvent =
  | {
      readonly kind: 'message'
      readonly message: {
        readonly id: number
        /** As on the wire: chat, image, audio, ptt, … */
        readonly type: string
        readonly body: string
        /** An address the other side can fetch; null if there is none. */
        readonly fileUrl: string | null
        readonly timestamp: number
        /** The id of a choice that the contact tapped. */
        readonly tapped?: string | undefined
      }
    }
  | { readonly kind: 'timer' }

/** One turn of a conversation: a contact's message, or a timer that the last turn asked for. */
export type Turn = {
  /** Stays the same when the turn is repeated after a crash: the Idempotency-Key of its calls. */
  readonly id: string
  readonly event: TurnEvent
  /** `turn` counts from 1. */
  readonly session: { readonly id: string; readonly turn: number; readonly beganAt: number }
  /** What the runner returned last; null in the first turn. */
  readonly state: unknown
  readonly ticket: {
    readonly id: number
    readonly uuid: string
    readonly queueId: number | null
    readonly status: string
  }
  readonly contact: {
    readonly id: number
    readonly name: string
    readonly number: string
    /** Empty if the messenger knows none. */
    readonly username: string
    readonly channel: string
    readonly email: string
  }
  readonly connection: { readonly id: number; readonly name: string; readonly channel: string }
  /** `id`: its uuid. */
  readonly company: { readonly id: string; readonly name: string; readonly language: string }
  readonly now: number
}

export type FileKind = 'image' | 'video' | 'audio' | 'voice' | 'document'

/**
 * Done in their order, in one transaction with the new state. `afterMs`: the pause before it; what follows waits as
 * well. An id that does not exist in the company is ignored and logged.
 */
export type Action =
  | { readonly do: 'say'; readonly text: string; readonly choices?: Offer; readonly afterMs?: number }
  | {
      readonly do: 'sendFile'
      /** `url` is fetched through the guard before anything of the turn is done. */
      readonly file: { readonly url: string } | { readonly stored: AutomaticFile }
      readonly as: FileKind
      readonly caption: string
      readonly afterMs?: number
    }
  | { readonly do: 'tag'; readonly add: readonly number[]; readonly remove: readonly number[] }
  /** Into the conversation, for the attendants. */
  | { readonly do: 'note'; readonly text: string }
  /** Hands over to people and ends the session. Null: the present queue, nobody in particular. */
  | { readonly do: 'transfer'; readonly queueId: number | null; readonly userId: number | null }
  /**
   * Closes the ticket and ends the session. An empty `text` says nothing; `farewell` sends the farewell of queue or
   * connection.
   */
  | { readonly do: 'close'; readonly text: string; readonly farewell?: boolean }
  /** Back to the connection's menu of queues; ends the session. Without a menu, people get the ticket. */
  | { readonly do: 'menu' }
  /** Another integration goes on with the contact's last message, and gets `vars` (`readHandedOver`). */
  | { readonly do: 'switch'; readonly integrationId: number; readonly vars: Readonly<Record<string, string>> }
  /** Leaves the ticket to the people of its queue and ends the session. */
  | { readonly do: 'stop' }

/** The state with which an integration begins that another one has handed over to. */
export const handedOver = (vars: Readonly<Record<string, string>>) => ({ handedOver: vars })
const HandedOver = v.object({ handedOver: v.record(v.string(), v.string()) })
export const readHandedOver = (state: unknown): Readonly<Record<string, string>> | undefined => {
  const read = v.safeParse(HandedOver, state)
  return read.success ? read.output.handedOver : undefined
}

export type Outcome = {
  /** JSON, up to `MOST_STATE`. */
  readonly state: unknown
  readonly actions: readonly Action[]
  /** Epoch milliseconds: calls the runner again with a timer, unless the contact writes before. */
  readonly wakeAt?: number
  /** Shown among the last calls, besides those made by `ask`. */
  readonly calls?: readonly Call[]
  /** Called in the transaction that stores the state: once per turn, and never for a trial. */
  readonly whenStored?: (cx: Cx) => void
}

/** For the list of last calls. `what` names the call in a few words, without secrets: "POST /webhook/atendimento". */
export type Call = {
  readonly at: number
  readonly ms: number
  readonly status: number | null
  readonly what: string
  readonly fault: string | null
}

/** What `ask` adds: guard, time, sizes, and the call in the list. */
export type RunnerRequest = Pick<OutsideRequest, 'url' | 'method' | 'headers' | 'body' | 'isExcerptEnough'> & {
  /** As in `Call`; by default method and path. */
  readonly what?: string
  /** At most `MOST_ANSWER`. */
  readonly most?: number
}

export type ChatTurn = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }

export type TurnFile = {
  readonly bytes: Uint8Array
  readonly mimetype: string
  /** Of audio and video, as the messenger says. */
  readonly seconds: number | null
}

export type RunnerContext = {
  /**
   * Asks another server. Throws `OutsideFailed`; a turn's calls have `TURN_LIMIT` together. A status is not a fault:
   * call `fault` or throw `IntegrationFailed` for one that the runner cannot use.
   */
  ask(request: RunnerRequest): Promise<OutsideAnswer>
  /** The file of the message; undefined without one, or if it is larger. */
  file(most: number): Promise<TurnFile | undefined>
  /** Marks the latest call as failed in the list, for an answer that came but is of no use. */
  fault(words: string): void
  /**
   * Asks the company's language model. Throws an `AppError` or `OutsideFailed`, in time for the runner to go on without
   * an answer.
   */
  think(turns: readonly ChatTurn[]): Promise<string>
  /** Of the turn: `ask` counts the bytes of the answers. Rest before work that the answer of another server decides. */
  readonly budget: Budget
  /** Of the purpose `integrations`. */
  readonly encryption: Encryption
  /** Of the server, also those of the runner's own module. */
  readonly services: Services
  /** For short reads; do not keep `cx.db` over an await. */
  readonly cx: Cx
  /** Aborted when the time is over or the server stops. */
  readonly signal: AbortSignal
}

/** Throw it to hand over to people: the words appear in the ticket's log, so they name no secret. */
export class IntegrationFailed extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'IntegrationFailed'
  }
}

export type IntegrationRunner = {
  readonly type: IntegrationType
  /** May be repeated with the same turn after a crash. If it throws, people take over and the contact gets nothing. */
  run(integration: Integration, turn: Turn, context: RunnerContext): Promise<Outcome>
  /** Called in the transaction in which a session ends that the runner has not ended itself. `state`: its latest. */
  leftAt?(cx: Cx, integrationId: number, state: unknown): void
  /** Whether it looks at opening hours itself, so that it also answers out of them. */
  knowsHours?(cx: Cx, integrationId: number): boolean
}
export const integrationRunners = defineExtensionPoint<IntegrationRunner>('integrations.runners')

/** A queue may run an integration that has no row, such as a Typebot named in the queue itself. Its `id` is 0. */
export type QueueIntegration = { of(cx: Cx, queue: Queue): Integration | undefined }
export const queueIntegrations = defineExtensionPoint<QueueIntegration>('integrations.queues')
