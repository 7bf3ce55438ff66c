import type { Tool } from './useTools'

/** What a tool does, and why it cannot be used here. */
export function ToolWords({ tool: { label, off } }: { tool: Tool }) {
  return (
    <span>
      {label}
      {off !== undefined && <small>{off}</small>}
    </span>
  )
}
