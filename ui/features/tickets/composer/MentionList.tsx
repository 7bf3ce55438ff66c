import { UsersRound } from 'lucide-react'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Face } from '../../../shared/kit/Face'
import { Option, useActiveInView } from '../../../shared/kit/Option'
import type { Member } from '../rules/mentions'

export type Mentionable = Member | 'everybody'
export const MENTION_LIST = 'mention-list'
export const optionId = (at: number) => `mention-${at}`

type Props = {
  offered: readonly Mentionable[]
  active: number
  everybody: string
  onChoose(one: Mentionable): void
  onHover(at: number): void
}

/** The people who can be mentioned. The cursor stays in the text; the arrow keys move in this list. */
export function MentionList({ offered, active, everybody, onChoose, onHover }: Props) {
  const t = useText()
  const list = useActiveInView(optionId(active))
  return (
    <>
      <div ref={list} id={MENTION_LIST} className="mention-list" role="listbox" aria-label={t('messages.mention')}>
        {offered.map((one, at) => (
          <Option
            key={one === 'everybody' ? one : one.id}
            id={optionId(at)}
            isActive={at === active}
            onChoose={() => onChoose(one)}
            onHover={() => onHover(at)}
          >
            {one === 'everybody' ? <Everybody word={everybody} /> : <Person member={one} />}
          </Option>
        ))}
      </div>
      <span className="sr-only" role="status">
        {t('messages.mentionCount', { count: offered.length })}
      </span>
    </>
  )
}

function Person({ member: { name, number, profilePicUrl } }: { member: Member }) {
  const format = useFormat()
  const phone = number === null ? null : format.phone(number)
  return (
    <>
      <Face name={name} src={profilePicUrl} size={1.75} />
      <span className="truncate">{name}</span>
      {phone !== null && phone !== name && <span className="menu-hint shrink-0">{phone}</span>}
    </>
  )
}

function Everybody({ word }: { word: string }) {
  const t = useText()
  return (
    <>
      <Face name={word} size={1.75} icon={<UsersRound />} />
      <span>@{word}</span>
      <span className="menu-hint">{t('messages.everybodyHint')}</span>
    </>
  )
}
