import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { PasskeyCredential, PasskeyOptions } from '../../../../src/channels/passkeys/contract'
import { answerIn } from './consoleScript'

/**
 * `opened`: WhatsApp Web is open and asking. `refused`, `closed`: it may be asked again. `gone`: only after a reload.
 */
type Step = 'idle' | 'opened' | 'refused' | 'closed' | 'gone'
export type Helper = {
  /** Null: not installed in this browser, or not detected yet. */
  readonly version: string | null
  readonly step: Step
  ask(options: PasskeyOptions): void
}

type News = { from?: unknown; says?: unknown; version?: unknown; credential?: unknown }

/** The browser extension, which exchanges messages with this page; its data is validated like pasted text. */
export function useHelper(onAnswer: (credential: PasskeyCredential) => void): Helper {
  const [version, setVersion] = useState<string | null>(null)
  const [step, setStep] = useState<Step>('idle')
  const hear = useEffectEvent(({ says, version: current, credential }: News) => {
    if (says === 'here') setVersion(String(current))
    if (says === 'opened' || says === 'refused' || says === 'closed' || says === 'gone') setStep(says)
    if (says !== 'answer') return
    setStep('idle')
    const answer = answerIn(JSON.stringify(credential) ?? '')
    if (answer) onAnswer(answer)
  })
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<News | undefined>) => {
      if (source === window && origin === location.origin && data?.from === 'balcao-helper') hear(data)
    }
    addEventListener('message', listen)
    postMessage({ to: 'balcao-helper', ask: 'hello' }, location.origin)
    return () => removeEventListener('message', listen)
  }, [])
  const ask = useCallback(
    (options: PasskeyOptions) => postMessage({ to: 'balcao-helper', ask: 'passkey', options }, location.origin),
    [],
  )
  return { version, step, ask }
}
