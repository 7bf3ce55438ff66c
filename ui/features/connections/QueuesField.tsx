import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { toggled } from '../../shared/form/toggled'
import { useText } from '../../shared/i18n/useText'
import { QueueChip } from '../../shared/kit/QueueChip'
import { queuesQuery } from '../queues/api'
import type { ConnectionFormState } from './formSchema'

/** The queues of a connection; hidden in a company without queues. */
export function QueuesField({ form }: { form: ConnectionFormState }) {
  const t = useText()
  const { data: queues = [] } = useQuery(queuesQuery)
  if (queues.length === 0) return null
  return (
    <Controller
      control={form.control}
      name="queueIds"
      render={({ field: { value: chosen = [], onChange } }) => (
        <fieldset className="field">
          <legend className="text-sm font-medium">{t('connections.form.queues')}</legend>
          <div className="pick-list mt-1.5">
            {queues.map((queue) => (
              <label key={queue.id} className="menu-row hover:bg-hover">
                <input
                  type="checkbox"
                  className="checkbox checkbox-primary checkbox-sm"
                  checked={chosen.includes(queue.id)}
                  onChange={() => onChange(toggled(chosen, queue.id))}
                />
                <QueueChip queue={queue} />
              </label>
            ))}
          </div>
          <small>{t('connections.form.queuesHint')}</small>
        </fieldset>
      )}
    />
  )
}
