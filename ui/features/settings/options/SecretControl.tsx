import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { SETTING_LENGTH, type SecretKey } from '../../../../src/settings/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { toast } from '../../../shared/kit/toast'
import { useChange } from '../../../shared/settings/useChange'
import type { Control } from './OptionRow'

/** A secret: the server reports only whether it is set. Saved as a whole, with its button. */
export function SecretControl({ name, isSet, control }: { name: SecretKey; isSet: boolean; control: Control }) {
  const t = useText()
  const change = useChange(name)
  const [isChanging, setChanging] = useState(false)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)

  async function save(value: string) {
    setBusy(true)
    try {
      await change(value, undefined)
      toast.success(value === '' ? t('settings.secret.removed') : t('settings.secret.saved'))
      setTyped('')
      setChanging(false)
    } catch (failure) {
      toast.failure(failure)
    }
    setBusy(false)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed.trim() !== '') void save(typed.trim())
  }

  if (isSet && !isChanging)
    return (
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-auto flex items-center gap-2 text-sm">
          <KeyRound className="text-faint" />
          {t('settings.secret.set')}
        </span>
        <Button size="sm" id={control.id} onClick={() => setChanging(true)}>
          {t('settings.secret.change')}
        </Button>
        <Button size="sm" tone="ghost" busy={busy} onClick={() => void save('')}>
          {t('settings.secret.remove')}
        </Button>
      </div>
    )
  return (
    <form className="flex gap-2" onSubmit={submit}>
      <input
        {...control}
        className="input flex-1"
        type="password"
        autoComplete="new-password"
        maxLength={SETTING_LENGTH}
        placeholder={t('settings.secret.none')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {isChanging && (
        <Button tone="ghost" onClick={() => setChanging(false)}>
          {t('common.cancel')}
        </Button>
      )}
      <Button type="submit" busy={busy} disabled={typed.trim() === ''}>
        {t('common.save')}
      </Button>
    </form>
  )
}
