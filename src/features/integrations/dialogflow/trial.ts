/** Tries out a service account before it is saved. */
import { AppError, fail } from '../../../errors'
import type { Cx } from '../../../platform/cx'
import { DecryptionFailed, type Encryption } from '../../../platform/encryption'
import type { Services } from '../../../platform/module'
import type { Ground } from '../actions'
import { createAsking } from '../ask'
import type { TestSession } from '../contract'
import { integrationErrors } from '../errors'
import { findIntegrationOrFail } from '../queries'
import { openIntegration } from '../secrets'
import type { StoredIntegration } from '../tables'
import { readKeyFile } from './access'

const GREETING = { 'pt-BR': 'Olá', en: 'Hello', es: 'Hola' } as const

export async function testSession(
  { encryption, allowed }: Ground,
  services: Services,
  cx: Cx,
  { id, projectName, jsonContent, language }: TestSession,
  left: AbortSignal,
): Promise<string[]> {
  // A new key replaces one that cannot be read.
  const stored = id === undefined ? undefined : findIntegrationOrFail(cx.db, id)
  const kept = stored && !jsonContent ? openStored(cx, encryption, stored) : null
  const key = readKeyFile(jsonContent || kept)
  if (!key) fail(integrationErrors.ERR_TEST_SESSION_DIALOG, [{ field: 'jsonContent', message: 'form.invalid' }])
  const { context, calls } = createAsking({ cx, encryption, allowed, left, services })
  const integration = { projectName, language, urlIntegration: stored?.urlIntegration ?? '' }
  try {
    const reply = await services.detectIntent(
      {
        integration,
        key,
        session: 'TestSession',
        text: GREETING[language],
        trust: { commandsInTexts: false, heard: '' },
      },
      context,
    )
    return reply.commands.flatMap((one) => (one.do === 'say' ? [one.text] : []))
  } catch (error) {
    if (error instanceof AppError) throw error
    const isKnown =
      calls.some(({ what, fault }) => what === 'OAuth' && fault === null) || calls.at(-1)?.what === 'detectIntent'
    const details = { fault: calls.at(-1)?.fault ?? 'access' }
    return isKnown && calls.at(-1)?.status !== 401 && calls.at(-1)?.status !== 403
      ? fail(integrationErrors.ERR_TEST_REPLY_DIALOG, details)
      : fail(integrationErrors.ERR_TEST_SESSION_DIALOG, details)
  }
}

function openStored(cx: Cx, encryption: Encryption, stored: StoredIntegration): string | null {
  try {
    return openIntegration(cx, encryption, stored).jsonContent
  } catch (error) {
    if (error instanceof DecryptionFailed) return null
    throw error
  }
}
