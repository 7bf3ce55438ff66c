/** Answers for bots: with the company's service, else the operator's, up to a rate per company. */
import { fail } from '../../errors'
import type { OperatorAi } from '../../platform/config'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { createAllowance } from '../../platform/limiter'
import { defineService } from '../../platform/module'
import type { OutsideAllow } from '../../platform/outside'
import { type Clock, MINUTE } from '../../platform/time'
import { aiErrors } from './errors'
import { completeTurns } from './model'
import type { ChatTurn } from './prompts'
import { serviceOf } from './service'

declare module '../../platform/module' {
  interface Services {
    /** Throws if no service is configured, or its company has asked too often. */
    answerForBot(cx: Cx, turns: readonly ChatTurn[], left: AbortSignal): Promise<string>
  }
}

const MOST_A_MINUTE = 60

type Deps = {
  readonly clock: Clock
  readonly ai: () => OperatorAi | null
  readonly encryption: Encryption
  readonly allowed: OutsideAllow
}

function createAnswerer({ clock, ai, encryption, allowed }: Deps) {
  const allowance = createAllowance(clock, { most: MOST_A_MINUTE, window: MINUTE })
  return async (cx: Cx, turns: readonly ChatTurn[], left: AbortSignal): Promise<string> => {
    const service = serviceOf(cx, encryption, { operators: ai(), allowed }) ?? fail(aiErrors.ERR_AI_NOT_CONFIGURED)
    const wait = allowance.take(cx.tenant.uuid)
    if (wait > 0) fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / 1000) })
    return completeTurns(service, turns, left)
  }
}

export const answerer = defineService('answerForBot', {
  create: ({ clock, ai, encryptionFor, outsideAllow }) =>
    createAnswerer({ clock, ai, encryption: encryptionFor('settings'), allowed: outsideAllow }),
})
