import { Copy } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { Button, type ButtonTone } from '../../../shared/kit/Button'
import { toast } from '../../../shared/kit/toast'

/** A text to copy. Without a clipboard, as on plain HTTP, it is selected for manual copying. */
export function CopyBox({ label, text, tone = 'primary' }: { label: string; text: string; tone?: ButtonTone }) {
  const t = useText()
  return (
    <div className="copy-box flex items-center gap-2 min-w-0 w-full">
      <input className="code mono" readOnly aria-label={label} value={text} onFocus={({ target }) => target.select()} />
      {navigator.clipboard && (
        <Button tone={tone} icon={<Copy />} onClick={() => copy(text, t('common.copied'))}>
          {t('connections.pair.copy')}
        </Button>
      )}
    </div>
  )
}

export const copy = (text: string, done: string) =>
  void navigator.clipboard?.writeText(text).then(() => toast.success(done))
