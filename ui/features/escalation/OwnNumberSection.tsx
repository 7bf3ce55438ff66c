import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatPhone } from '../../shared/i18n/phone'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { useUser } from '../../shared/session/useUser'
import { escalationQuery, saveOwnNumber } from './api'

/** The number at which a supervisor hears of conversations that nobody sees. */
export function OwnNumberSection() {
  return useUser().profile === 'user' ? null : <OwnNumber />
}

function OwnNumber() {
  const t = useText()
  const id = useId()
  const queries = useQueryClient()
  const { data } = useQuery({ ...escalationQuery, select: (state) => state.number })
  const [typed, setTyped] = useState<string | null>(null)
  const save = async (number: string | null) => {
    try {
      const saved = await saveOwnNumber(number)
      queries.setQueryData(escalationQuery.queryKey, (before) => before && { ...before, number: saved.number })
      setTyped(null)
      toast.success(t('ownNumber.saved'))
    } catch (failure) {
      toast.failure(failure)
    }
  }
  const stored = data ? formatPhone(data) : ''
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 className="text-sm font-semibold" id={`${id}-title`}>
        {t('ownNumber.title')}
      </h2>
      <p className="py-1 text-xs text-faint" id={`${id}-hint`}>
        {t('ownNumber.hint')}
      </p>
      <form
        className="flex flex-wrap items-center gap-2 py-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed?.trim()) void save(typed.trim())
        }}
      >
        <input
          className="input input-sm w-52"
          inputMode="tel"
          autoComplete="tel"
          aria-label={t('ownNumber.label')}
          aria-describedby={`${id}-hint`}
          placeholder="+55 11 98888-7777"
          value={typed ?? stored}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button size="sm" type="submit" disabled={!typed?.trim()}>
          {t('ownNumber.save')}
        </Button>
        {data && (
          <Button size="sm" tone="ghost" onClick={() => void save(null)}>
            {t('ownNumber.remove')}
          </Button>
        )}
      </form>
    </section>
  )
}
