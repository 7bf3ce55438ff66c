import { Search } from 'lucide-react'
import { type ChangeEvent, type ComponentProps, type CSSProperties, useEffect, useRef, useState } from 'react'
import { classes } from './classes'

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'size' | 'type'> & {
  label: string
  value: string
  /** Called 500 ms after the last letter; at once when cleared or on Enter. */
  onSearch(text: string): void
  delay?: number
  size?: 'sm' | 'md'
}

/** A debounced search field: the text shows immediately, the search runs after a pause. */
export function SearchBox({ label, value, onSearch, delay = 500, size = 'md', className, ...rest }: Props) {
  const [typed, setTyped] = useState({ text: value, since: value })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Navigating for a stale search would lead back to a page that the user has left.
  useEffect(() => () => clearTimeout(timer.current), [])
  // The address changed elsewhere (back button, "clear search"): follow it.
  if (typed.since !== value) setTyped({ text: value, since: value })
  const search = (text: string) => {
    clearTimeout(timer.current)
    setTyped({ text, since: text })
    if (text !== value) onSearch(text)
  }
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value
    setTyped({ text, since: value })
    clearTimeout(timer.current)
    if (text === '') search('')
    else timer.current = setTimeout(() => search(text), delay)
  }
  return (
    <label
      className={classes('input input-quiet', size === 'sm' && 'input-sm', className)}
      style={{ '--label': `${label.length}ch` } as CSSProperties}
    >
      <Search className="text-faint" />
      <input
        {...rest}
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed.text}
        onChange={change}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(typed.text)
          rest.onKeyDown?.(event)
        }}
      />
    </label>
  )
}
