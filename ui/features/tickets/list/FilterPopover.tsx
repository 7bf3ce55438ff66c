import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue } from 'jotai/react'
import { ListFilter } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { IconButton } from '../../../shared/kit/IconButton'
import { Popover } from '../../../shared/kit/Popover'
import { useUser } from '../../../shared/session/useUser'
import { connectionsQuery } from '../../connections/api'
import { queuesQuery } from '../queries'
import { NO_QUEUE } from '../rules/lists'
import { connectionFilterAtom, filterCountAtom, queueFilterAtom } from '../state'

type Option = { id: number; name: string }

/** Which queues and connections the lists show; remembered in this browser. */
export function FilterPopover() {
  const t = useText()
  const user = useUser()
  const count = useAtomValue(filterCountAtom)
  const [queueIds, setQueues] = useAtom(queueFilterAtom)
  const [connectionIds, setConnections] = useAtom(connectionFilterAtom)
  const queues = (useQuery(queuesQuery).data ?? []).filter(
    ({ id }) => user.profile !== 'user' || user.allUserChat || user.queueIds.includes(id),
  )
  const connections = useQuery(connectionsQuery).data ?? []
  const label = count > 0 ? t('tickets.filter.active', { count }) : t('tickets.filter.title')
  return (
    <Popover
      label={t('tickets.filter.title')}
      align="end"
      className="w-64 p-0"
      trigger={
        <IconButton label={label} badge={count} badgeTone="quiet">
          <ListFilter />
        </IconButton>
      }
    >
      <Choices
        legend={t('tickets.filter.queues')}
        options={[...queues, { id: NO_QUEUE, name: t('tickets.filter.noQueue') }]}
        chosen={queueIds}
        onChange={setQueues}
      />
      {connections.length > 1 && (
        <Choices
          legend={t('tickets.filter.connections')}
          options={connections}
          chosen={connectionIds}
          onChange={setConnections}
        />
      )}
      {count > 0 && (
        <div className="border-t border-line p-2">
          <Button
            size="sm"
            tone="ghost"
            className="w-full"
            onClick={() => {
              setQueues(null)
              setConnections(null)
            }}
          >
            {t('tickets.filter.clear')}
          </Button>
        </div>
      )}
    </Popover>
  )
}

type ChoicesProps = {
  legend: string
  options: readonly Option[]
  chosen: readonly number[] | null
  onChange(ids: number[] | null): void
}

function Choices({ legend, options, chosen, onChange }: ChoicesProps) {
  const t = useText()
  const all = options.map(({ id }) => id)
  const toggle = (id: number) => {
    const now = chosen ?? all
    const next = now.includes(id) ? now.filter((other) => other !== id) : [...now, id]
    onChange(next.length === all.length ? null : next)
  }
  return (
    <fieldset className="border-b border-line p-2 last:border-b-0">
      <legend className="sr-only">{legend}</legend>
      <div className="flex items-center justify-between px-2 pb-1">
        <span className="text-xs font-medium text-faint">{legend}</span>
        <button
          type="button"
          className="min-h-6 cursor-pointer text-xs font-medium text-primary-ink"
          onClick={() => onChange(chosen === null ? [] : null)}
        >
          {chosen === null ? t('tickets.filter.none') : t('tickets.filter.all')}
        </button>
      </div>
      {options.map(({ id, name }) => (
        <label key={id} className="menu-row hover:bg-hover">
          <input
            type="checkbox"
            className="checkbox checkbox-xs checkbox-primary"
            checked={chosen === null || chosen.includes(id)}
            onChange={() => toggle(id)}
          />
          <span className="truncate">{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
