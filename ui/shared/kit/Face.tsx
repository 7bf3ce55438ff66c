import { type CSSProperties, type ReactNode, useState } from 'react'

type Props = {
  name: string
  /** Image URL; initials show while there is none or it does not load. */
  src?: string | null
  /** In rem. */
  size?: number
  /** A chosen colour; by default the name decides. */
  color?: string
  /** Icon instead of initials: a group, a shop. */
  icon?: ReactNode
  className?: string
}

/** A person or group as a coloured disc. Decoration: the name always stands beside it. */
export function Face({ name, src, size, color, icon, className = '' }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const style = { '--c': color ?? colorOf(name), ...(size ? { '--size': `${size}rem` } : {}) } as CSSProperties
  return (
    <span className={`face ${className}`} style={style} aria-hidden="true">
      {src && src !== broken ? (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setBroken(src)} />
      ) : (
        (icon ?? initials(name))
      )}
    </span>
  )
}

/**
 * Two initials of the first two words, without titles ("Dra."). A phone number shows its country, a name without
 * letters its first character.
 */
export function initials(name: string): string {
  if (/^\+?\d/.test(name.trim())) return name.trim().slice(0, 3)
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}’']*\.?/gu) ?? []
  if (words.length === 0) return [...new Intl.Segmenter().segment(name.trim())][0]?.segment ?? ''
  const proper = words.filter((word, at) => !(at === 0 && words.length > 1 && /^\p{Lu}\p{L}{0,3}\.$/u.test(word)))
  return proper
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

/** The same name always has the same colour. Only its hue is used; the theme decides the rest. */
export function colorOf(name: string): string {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 3600
  return `oklch(0.6 0.17 ${sum / 10})`
}
