import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../i18n/useText'
import { IconButton } from './IconButton'
import { toast } from './toast'

type Props = { label: string; text: string }

/** Copies a text and says so in its own place. Absent where the browser offers no clipboard: on plain HTTP. */
export function CopyButton({ label, text }: Props) {
  const t = useText()
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === text
  useEffect(() => {
    if (copied === null) return
    const timer = setTimeout(() => setCopied(null), SHOWN)
    return () => clearTimeout(timer)
  }, [copied])
  if (!('clipboard' in navigator)) return null
  const copy = () => void navigator.clipboard?.writeText(text).then(() => setCopied(text), toast.failure)
  return (
    <>
      <span role="status" className={isCopied ? 'text-xs text-muted' : 'sr-only'}>
        {isCopied && t('common.copied')}
      </span>
      <IconButton label={label} onClick={copy}>
        {isCopied ? <Check /> : <Copy />}
      </IconButton>
    </>
  )
}

/** Milliseconds. */
const SHOWN = 3000
