import { type CSSProperties, type KeyboardEvent, type Ref, useEffect, useRef } from 'react'
import type { QueueSummary } from '../../../src/queues/contract'
import { useText } from '../../shared/i18n/useText'

type Props = {
  queues: readonly Pick<QueueSummary, 'id' | 'name' | 'color'>[]
  /** Listed first and focused. */
  proposed: number | null
  /** Receives the focus on opening. */
  first?: Ref<HTMLButtonElement>
  onChoose(queueId: number): void
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** One button per queue: one press chooses. Digits choose too, arrow keys move. */
export function QueueChoice({ queues, proposed, first, onChoose }: Props) {
  const t = useText()
  const box = useRef<HTMLFieldSetElement>(null)
  const start = queues.some(({ id }) => id === proposed) ? proposed : queues[0]?.id
  useEffect(() => {
    const at = document.activeElement
    // A user who has moved on meanwhile is not pulled back.
    if (start !== undefined && box.current?.contains(at))
      box.current.querySelector<HTMLElement>('[data-start]')?.focus()
  }, [start])
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const named = queues[Number(event.key) - 1]
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])]
    const step = steps[event.key]
    if (named) onChoose(named.id)
    else if (step !== undefined) {
      const at = buttons.findIndex((button) => button.matches(':focus'))
      buttons[(at + step + buttons.length) % buttons.length]?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <fieldset ref={box} className="queue-choice" aria-label={t('desk.gate.queue')} onKeyDown={press}>
      {queues.map(({ id, name, color }, at) => (
        <button
          key={id}
          ref={id === start ? first : undefined}
          type="button"
          data-start={id === start || undefined}
          className="btn btn-plain btn-sm"
          style={{ '--c': color } as CSSProperties}
          onClick={() => onChoose(id)}
        >
          <span className="queue-mark" aria-hidden="true" />
          <span className="min-w-0 truncate">{name}</span>
          {id === proposed && <small>{t('desk.gate.last')}</small>}
          {at < 9 && (
            <span className="kbd kbd-sm not-phone" aria-hidden="true">
              {at + 1}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  )
}

/** Whether the pane already asks for this ticket's queue. */
export function focusQueueChoice({ id }: { readonly id: number }): boolean {
  const start = document.querySelector<HTMLElement>(`.wait-gate[data-ticket="${id}"] .queue-choice [data-start]`)
  start?.focus()
  return start !== null
}
