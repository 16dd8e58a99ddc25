import type { Actor, Role } from '../shared/call.js'

export type { Role } from '../shared/call.js'

/** Who is asking: the name goes into every audit row, so a back-office key belongs to one person. */
export type Caller = Actor

/** Every role (DESIGN 7). The record makes a new role of the kernel fail to compile until it is here. */
const known: Readonly<Record<Role, true>> = {
  GATEWAY: true,
  TESTER: true,
  BACK_OFFICE: true,
  APPROVER: true,
  ANALYST: true,
  ADMIN: true,
}

export const roles = Object.keys(known) as readonly Role[]

export const isRole = (text: string): text is Role => text in known
