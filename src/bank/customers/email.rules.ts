import * as z from 'zod'
import { Refusal } from '../../kernel/refusal.js'

const email = z.email().max(254)

/** The address as it is kept: without spaces around it. Refuses: INVALID_EMAIL. */
export const checkedEmail = (raw: string): string => {
  const parsed = email.safeParse(raw.trim())
  if (!parsed.success) throw new Refusal('INVALID_EMAIL')
  return parsed.data
}
