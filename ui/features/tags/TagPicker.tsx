import { useQuery } from '@tanstack/react-query'
import { Check, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Tag } from '../../../src/features/tags/contract'
import type { TicketSummary } from '../../../src/tickets/contract'
import { errorText } from '../../shared/errorText'
import { useText } from '../../shared/i18n/useText'
import { Option, useActiveInView } from '../../shared/kit/Option'
import { TagDot } from '../../shared/kit/TagDot'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { tags, tagsQuery } from './api'
import { isNew, matchingTags, newValues, shareOf } from './spec'

type Props = { tickets: readonly TicketSummary[]; onTag(tag: Tag, tagged: boolean): void }

/** Adds and removes tags on tickets, creating missing ones. The cursor stays in the field. */
export function TagPicker({ tickets, onTag }: Props) {
  const t = useText()
  const { create } = useCrud(tags)
  const { data: all = [], error, isPending } = useQuery(tagsQuery)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [isMaking, setMaking] = useState(false)
  const id = useId().replaceAll(':', '')
  const found = matchingTags(all, text)
  const canMake = !isPending && !error && isNew(all, text)
  const count = found.length + (canMake ? 1 : 0)
  const active = Math.min(at, count - 1)
  const list = useActiveInView(`${id}-${active}`)

  const change = (typed: string) => {
    setText(typed)
    setAt(0)
  }
  async function make() {
    if (isMaking) return
    setMaking(true)
    try {
      onTag(await create(newValues(all, text)), true)
      change('')
    } catch (failure) {
      toast.failure(failure)
    } finally {
      setMaking(false)
    }
  }
  const choose = (index: number) => {
    const tag = found[index]
    if (tag) onTag(tag, shareOf(tickets, tag) !== 'all')
    else if (canMake) void make()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || count === 0) return
    if (event.key === 'ArrowDown') setAt((active + 1) % count)
    else if (event.key === 'ArrowUp') setAt((active - 1 + count) % count)
    else if (event.key === 'Enter') choose(active)
    else return
    event.preventDefault()
  }
  const option = (index: number) => ({
    id: `${id}-${index}`,
    isActive: index === active,
    onChoose: () => choose(index),
    onHover: () => setAt(index),
  })
  return (
    <>
      <input
        className="input input-sm w-full"
        role="combobox"
        aria-expanded={count > 0}
        aria-controls={id}
        {...(count > 0 && { 'aria-activedescendant': `${id}-${active}` })}
        aria-label={t('tags.pick.find')}
        placeholder={t('tags.pick.find')}
        maxLength={50}
        autoComplete="off"
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={press}
      />
      {error && <p className="px-2 pt-2 text-sm text-error-ink">{errorText(t, error)}</p>}
      <div ref={list} id={id} className="mt-1.5 max-h-64 overflow-y-auto" role="listbox" aria-label={t('tags.title')}>
        {found.map((tag, index) => (
          <Option key={tag.id} {...option(index)}>
            <TagDot tag={tag} />
            <span className="min-w-0 flex-1 truncate">{tag.name}</span>
            <Share share={shareOf(tickets, tag)} />
          </Option>
        ))}
        {canMake && (
          <Option {...option(found.length)}>
            <Plus />
            <span className="min-w-0 truncate">{t('tags.pick.make', { name: text.trim() })}</span>
          </Option>
        )}
      </div>
      {count === 0 && !isPending && !error && (
        <p className="px-2.5 py-1.5 text-sm text-muted">{t(text === '' ? 'tags.pick.none' : 'tags.pick.short')}</p>
      )}
    </>
  )
}

function Share({ share }: { share: ReturnType<typeof shareOf> }) {
  const t = useText()
  if (share === 'none') return null
  return (
    <span className="menu-tick" role="img" aria-label={t(`tags.pick.${share}`)}>
      {share === 'all' ? <Check /> : <Minus />}
    </span>
  )
}
