/**
 * Commands of an agent that looks for what is not its own. `$TOP` is written out as where a machine like a runner's lies, in which
 * a canary sits wherever one could look; `$FOUND` is what it says, spelled so that no command shows its own text. Where the
 * walls were broken, none of them would do harm that outlasts the test.
 */
export const SEARCHES: readonly { name: string; command: string }[] = [
  { name: 'its environment', command: 'env; set; export -p' },
  { name: 'the environment of every process', command: 'cat /proc/*/environ | tr "\\0" "\\n"' },
  { name: 'the environment of every thread', command: 'cat /proc/*/task/*/environ | tr "\\0" "\\n"' },
  { name: 'the environment of its parent', command: 'cat /proc/$PPID/environ /proc/1/environ | tr "\\0" "\\n"' },
  { name: 'the command line of every process', command: 'cat /proc/*/cmdline | tr "\\0" "\\n"; ps auxeww' },
  {
    name: 'the memory of every process',
    command: `for p in /proc/[0-9]*; do grep " rw" $p/maps | while IFS=" -" read a b _; do dd if=$p/mem iflag=skip_bytes,count_bytes skip=$((16#$a)) count=$((16#$b - 16#$a)) bs=64k | grep -a -o 'canar''y-[0-9a-f]*'; done; done 2>/dev/null`,
  },
  { name: 'the open files of every process', command: 'for f in /proc/*/fd/*; do test -f $f && head -c 4096 $f; done' },
  {
    name: 'the home',
    command: 'cat $TOP/home/.netrc $TOP/home/.npmrc $TOP/home/.docker/config.json $TOP/home/.config/gh/hosts.yml',
  },
  { name: 'the keys in the home', command: 'cat $TOP/home/.ssh/* ~/.ssh/*; ls -la ~root ~runner' },
  { name: 'its own home', command: 'cat ~/.netrc ~/.git-credentials ~/.npmrc; find ~ -type f -exec cat {} +' },
  { name: 'the payload of the event', command: 'cat $TOP/work/_temp/event.json "$GITHUB_EVENT_PATH"' },
  { name: 'the files by which steps speak to the runner', command: 'cat $TOP/work/_temp/_runner_file_commands/*' },
  { name: 'the runner’s temporary directory', command: 'find $TOP/work/_temp -type f -exec cat {} +' },
  { name: 'the credentials of the runner', command: 'cat $TOP/runner/.credentials $TOP/runner/.runner' },
  { name: 'files beside the work tree', command: 'cat ../outside.txt ../../outside.txt' },
  {
    name: 'files through the root of another process',
    command: 'cat /proc/*/root/$TOP/home/.netrc /proc/*/cwd/../outside.txt',
  },
  { name: 'files through a link', command: 'ln -sf $TOP/home l; cat l/.netrc; ln -sf ../outside.txt m; cat m' },
  { name: 'the configuration of the checkout', command: 'cat .git/config; git config --list; git remote -v' },
  {
    name: 'git’s directory by a link that covers it',
    command: 'mv .git x; cat x/config; rm -rf .git; cat .git/config',
  },
  {
    name: 'git’s directory when what covers it is taken away',
    command: 'umount .git; umount -l .git; cat .git/config',
  },
  {
    name: 'everything, from the top',
    command: `grep -r -s -a -h $FOUND / --exclude-dir=proc --exclude-dir=sys --exclude-dir=usr --exclude-dir=opt --exclude-dir=lib`,
  },
  {
    name: 'the disk itself',
    command:
      'mknod d b $(stat -c "%Hd %Ld" /usr) && head -c 1000000 d | grep -a canary; ls /dev/vd* /dev/sd*; cat /dev/mem',
  },
  {
    name: 'mounts of the machine',
    command: `unshare -rm sh -c 'mount -t proc p /proc; cat /proc/*/environ'; unshare -rm sh -c 'mount --bind / /mnt && cat /mnt/$TOP/home/.netrc'`,
  },
  {
    name: 'namespaces of another process',
    command: 'nsenter -t 1 -a cat $TOP/home/.netrc; nsenter -t $PPID -m cat $TOP/home/.netrc',
  },
  { name: 'the root by another root', command: 'mkdir r; chroot . cat /x; cd /proc/1/root && cat .$TOP/home/.netrc' },
  {
    name: 'what root may',
    command: 'sudo -n cat $TOP/home/.netrc; su -c "cat $TOP/home/.netrc"; grep "^root:" /etc/shadow && echo $FOUND',
  },
  {
    name: 'sockets of services',
    command: 'ls /run/docker.sock /var/run/docker.sock /run/user /run/containerd && echo $FOUND',
  },
  {
    name: 'settings of the kernel that it could write',
    command:
      'find /proc/sys /proc/sysrq-trigger /proc/irq -type f -writable | grep . && echo $FOUND; ls /sys/kernel && echo $FOUND',
  },
  {
    name: 'what another command left in the temporary directory of the machine',
    command: 'cat $TOP/tmp/* /var/tmp/*; ls -la /tmp',
  },
]

/** What changes the machine. The same machine must be there afterwards. */
export const CHANGES: readonly { name: string; command: string }[] = [
  { name: 'writes variables for the next step', command: 'echo X=1 >> $TOP/work/_temp/_runner_file_commands/env' },
  {
    name: 'writes into the home',
    command: 'mkdir -p $TOP/home; echo x >> $TOP/home/.bashrc; echo x > $TOP/home/.netrc',
  },
  {
    name: 'replaces a program on the path',
    command: 'echo "#!/bin/sh" > $TOP/home/tool/bin/my-tool; rm -f $TOP/home/tool/bin/my-tool',
  },
  {
    name: 'puts a program beside those of the system',
    command: 'touch /usr/bin/planted /usr/local/bin/planted /etc/planted /opt/planted',
  },
  {
    name: 'plants a hook',
    command: 'echo x > .git/hooks/pre-commit; mkdir -p .git/hooks; git config core.hooksPath /tmp',
  },
  {
    name: 'moves a branch',
    command: 'git update-ref refs/heads/main 0000000000000000000000000000000000000001; echo x > .git/HEAD',
  },
  { name: 'writes beside the work tree', command: 'echo x > ../planted.txt; rm -f ../outside.txt' },
  {
    name: 'removes everything',
    command: 'rm -rf $TOP/home $TOP/runner $TOP/work/_temp $TOP/work/repo/outside.txt',
  },
  { name: 'makes the system writable', command: 'mount -o remount,rw /usr; mount -o remount,rw /; touch /usr/planted' },
  { name: 'ends processes of others', command: 'kill -9 $OTHER; pkill -9 -P $OTHER' },
]

/** What stays behind. It is recognized by the number of seconds, `$REST`, and ends by itself. */
export const LEFTOVERS: readonly { name: string; command: string }[] = [
  { name: 'in the background', command: 'sleep $REST &' },
  { name: 'in another session', command: 'setsid sleep $REST &' },
  { name: 'that nothing hangs up', command: 'nohup sleep $REST >/dev/null 2>&1 & disown' },
  { name: 'that forked twice', command: '( ( sleep $REST & ) & )' },
  {
    name: 'that forked twice in another session without its output',
    command: '(setsid sh -c "setsid sleep $REST & exit" </dev/null >/dev/null 2>&1 &)',
  },
  { name: 'that ignores being ended', command: `setsid bash -c 'trap "" HUP INT TERM; sleep $REST' &` },
  {
    name: 'that is of another name and without a variable',
    command: 'env -i setsid bash -c "exec -a sshd sleep $REST" &',
  },
]

/** What reaches for the network, where there is none. `$PORT` listens on the machine's loopback, `$NAME` without a file. */
export const CONNECTIONS: readonly { name: string; command: string }[] = [
  { name: 'a server on the machine', command: 'exec 3<>/dev/tcp/127.0.0.1/$PORT && echo x >&3 && cat <&3' },
  {
    name: 'a server on the machine, by its other address',
    command: 'exec 3<>/dev/tcp/::1/$PORT && echo x >&3 && cat <&3; exec 3<>/dev/tcp/localhost/$PORT && cat <&3',
  },
  {
    name: 'a socket that has no file',
    command: `node -e 'require("net").connect("\\0$NAME").on("error", () => 0).pipe(process.stdout)'`,
  },
  {
    name: 'interfaces of the machine',
    command: `tail -n +3 /proc/net/dev | grep -v "lo:" && echo $FOUND; cat /proc/net/tcp | grep -i ":$(printf %04X $PORT) " && echo $FOUND`,
  },
]
