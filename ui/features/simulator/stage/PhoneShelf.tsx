import { useAtomValue, useSetAtom } from 'jotai/react'
import { Eye, EyeOff, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { PhoneView } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Face } from '../../../shared/kit/Face'
import { IconButton } from '../../../shared/kit/IconButton'
import { Popover } from '../../../shared/kit/Popover'
import { setVisibilityAtom, visibilitiesAtom } from '../state'
import { onStage, searchPhones, unreadOf } from './visibility'

/** Maximum number of names listed; searching finds the others. */
const SHOWN = 80

/** All phones, and which of them are shown. */
export function PhoneShelf({ phones }: { phones: readonly PhoneView[] }) {
  const t = useText()
  const format = useFormat()
  const laid = onStage(phones, useAtomValue(visibilitiesAtom))
  const [words, setWords] = useState('')
  const found = searchPhones(phones, words)
  return (
    <Popover
      label={t('simulator.shelf.title')}
      className="flex flex-col w-80 p-2"
      trigger={
        <Button icon={<Smartphone className="size-4!" />}>
          {t('simulator.shelf.count', { shown: format.number(laid.length), all: format.number(phones.length) })}
        </Button>
      }
    >
      <input
        className="input input-sm w-full"
        type="search"
        value={words}
        placeholder={t('simulator.shelf.search')}
        aria-label={t('simulator.shelf.search')}
        onChange={(event) => setWords(event.target.value)}
      />
      <ul className="max-h-88 mt-1.5 overflow-y-auto">
        {found.slice(0, SHOWN).map((phone) => (
          <ShelfRow key={phone.id} phone={phone} isLaid={laid.includes(phone)} />
        ))}
      </ul>
      {found.length === 0 && <p className="p-2 text-sm text-muted">{t('simulator.shelf.none')}</p>}
      {found.length > SHOWN && (
        <p className="p-2 text-xs text-faint">{t('simulator.shelf.more', { count: found.length - SHOWN })}</p>
      )}
    </Popover>
  )
}

function ShelfRow({ phone: view, isLaid }: { phone: PhoneView; isLaid: boolean }) {
  const t = useText()
  const format = useFormat()
  const lay = useSetAtom(setVisibilityAtom)
  const { name, phone, role } = view
  const unread = unreadOf(view)
  return (
    <li className="shelf-row">
      <Face name={name} size={1.75} />
      <span className="two min-w-0 flex-1">
        <b className="truncate">{name}</b>
        <small className="truncate">
          {format.phone(phone)} · {t(`simulator.role.${role}`)}
        </small>
      </span>
      {unread > 0 && (
        <span className="ticket-badge" title={t('simulator.unread', { count: unread })}>
          {unread}
        </span>
      )}
      <IconButton
        label={t(isLaid ? 'simulator.shelf.hide' : 'simulator.shelf.show', { name })}
        onClick={() => lay(phone, isLaid ? 'hidden' : 'pinned')}
      >
        {isLaid ? <Eye /> : <EyeOff />}
      </IconButton>
    </li>
  )
}
