import { useNavigate } from '@tanstack/react-router'
import type { View } from './useView'

/** Closes a form that the first steps opened for one new row, and returns to them. */
export function useReturn({ now }: View, close: () => void): () => void {
  const navigate = useNavigate()
  return () => {
    close()
    if (now.new) void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: undefined } })
  }
}
