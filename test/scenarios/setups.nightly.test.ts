import { tellSetups } from './setups.ts'

tellSetups(() => true)
