import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SimulatorState } from '../../../../src/simulator/contract'
import type { HookAnswer, HookView } from '../../../../src/simulator/hooks/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Segment } from '../../../shared/kit/Segment'
import { StatusDot } from '../../../shared/kit/StatusDot'
import { toast } from '../../../shared/kit/toast'
import { hooksQuery } from '../api'
import { useCommand } from '../useCommand'

const answers: readonly HookAnswer[] = ['ok', 'error', 'slow', 'gone']

/** What the receiver of webhooks has got, newest first, and how it answers. */
export function Hooks({ state }: { state: SimulatorState['hooks'] }) {
  const t = useText()
  const { data } = useQuery(hooksQuery(state))
  const [open, setOpen] = useState<number | null>(null)
  const run = useCommand()
  const hooks = data?.hooks ?? []
  return (
    <>
      <h3 className="text-sm font-medium">{t('simulator.hook.title')}</h3>
      <p className="text-sm text-muted">{t('simulator.hook.hint')}</p>
      <p className="my-2 font-mono text-xs break-all select-all">{state.url}</p>
      <Segment
        label={t('simulator.hook.answers')}
        items={answers.map((id) => ({ id, label: t(`simulator.hook.answer.${id}`) }))}
        value={state.answer}
        onChange={(answer) => run.mutate({ do: 'setHookAnswer', answer })}
      />
      <Secret hasSecret={state.hasSecret} />
      {hooks.length === 0 && <p className="mt-4 text-sm">{t('simulator.hook.none')}</p>}
      <ul className="grid my-3">
        {hooks.map((one) => (
          <Hook
            key={one.id}
            hook={one}
            isOpen={one.id === open}
            onToggle={() => setOpen(one.id === open ? null : one.id)}
          />
        ))}
      </ul>
      {hooks.length > 0 && (
        <Button size="sm" tone="plain" busy={run.isPending} onClick={() => run.mutate({ do: 'emptyHooks' })}>
          {t('simulator.hook.empty')}
        </Button>
      )}
    </>
  )
}

/** The secret that signatures are checked with. */
function Secret({ hasSecret }: { hasSecret: boolean }) {
  const t = useText()
  const run = useCommand()
  const [secret, setSecret] = useState('')
  return (
    <form
      className="mt-3 flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        run.mutate(
          { do: 'setHookSecret', secret },
          {
            onSuccess() {
              setSecret('')
              toast.success(t('simulator.hook.secretSaved'))
            },
          },
        )
      }}
    >
      <input
        className="input min-w-0 flex-1 font-mono text-xs"
        aria-label={t('simulator.hook.secret')}
        placeholder={t(hasSecret ? 'simulator.hook.secretKnown' : 'simulator.hook.secretNone')}
        maxLength={200}
        value={secret}
        onChange={(event) => setSecret(event.target.value)}
      />
      <Button size="sm" tone="plain" type="submit" busy={run.isPending} disabled={secret.trim() === ''}>
        {t('simulator.hook.setSecret')}
      </Button>
    </form>
  )
}

function Hook({ hook, isOpen, onToggle }: { hook: HookView; isOpen: boolean; onToggle(): void }) {
  const t = useText()
  const { time } = useFormat()
  const { at, eventId, type, body, fault, status, isRepeated } = hook
  return (
    <li className="lab-mail border-b border-line text-sm">
      <button
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-px gap-x-3 w-full py-2.5 text-left cursor-pointer"
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <b>{type || '–'}</b>
        <time dateTime={at}>{time(at)}</time>
        <small className="flex items-center gap-3">
          <StatusDot tone={fault === null ? 'ok' : fault === 'noSecret' ? 'wait' : 'bad'}>
            {t(fault === null ? 'simulator.hook.signed' : `simulator.hook.fault.${fault}`)}
          </StatusDot>
          {isRepeated && <span>{t('simulator.hook.repeated')}</span>}
        </small>
        <small className="nums">{status}</small>
      </button>
      {isOpen && (
        <div>
          <small className="font-mono">webhook-id: {eventId}</small>
          <pre className="font-mono text-xs break-all whitespace-pre-wrap">{pretty(body)}</pre>
        </div>
      )}
    </li>
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
