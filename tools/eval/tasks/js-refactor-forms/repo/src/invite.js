export function invite({ mail }) {
  const errors = []
  if (typeof mail !== 'string' || mail.trim() === '') errors.push('mail is missing')
  else if (!mail.includes('@')) errors.push('mail has no @')
  return errors
}
