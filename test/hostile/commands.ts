type Named = { name: string; command: string }

const named = (commands: Readonly<Record<string, string>>): readonly Named[] =>
  Object.entries(commands).map(([name, command]) => ({ name, command }))

/**
 * Commands of an agent that looks for what is not its own. `$TOP` is written out as where a machine like a runner's lies, in which
 * a canary sits wherever one could look; `$FOUND` is what it says, spelled so that no command shows its own text. Where the
 * walls were broken, none of them would do harm that outlasts the test.
 */
export const SEARCHES = named({
  'its environment': 'env; set; export -p',
  'the environment of every process': 'cat /proc/*/environ | tr "\\0" "\\n"',
  'the environment of every thread': 'cat /proc/*/task/*/environ | tr "\\0" "\\n"',
  'the environment of its parent': 'cat /proc/$PPID/environ /proc/1/environ | tr "\\0" "\\n"',
  'the command line of every process': 'cat /proc/*/cmdline | tr "\\0" "\\n"; ps auxeww',
  'the memory of every process': `for p in /proc/[0-9]*; do grep " rw" $p/maps | while IFS=" -" read a b _; do dd if=$p/mem iflag=skip_bytes,count_bytes skip=$((16#$a)) count=$((16#$b - 16#$a)) bs=64k | grep -a -o 'canar''y-[0-9a-f]*'; done; done 2>/dev/null`,
  'the open files of every process': 'for f in /proc/*/fd/*; do test -f $f && head -c 4096 $f; done',
  'the home': 'cat $TOP/home/.netrc $TOP/home/.npmrc $TOP/home/.docker/config.json $TOP/home/.config/gh/hosts.yml',
  'the keys in the home': 'cat $TOP/home/.ssh/* ~/.ssh/*; ls -la ~root ~runner',
  'its own home': 'cat ~/.netrc ~/.git-credentials ~/.npmrc; find ~ -type f -exec cat {} +',
  'the payload of the event': 'cat $TOP/work/_temp/event.json "$GITHUB_EVENT_PATH"',
  'the files by which steps speak to the runner': 'cat $TOP/work/_temp/_runner_file_commands/*',
  'the runner’s temporary directory': 'find $TOP/work/_temp -type f -exec cat {} +',
  'the credentials of the runner': 'cat $TOP/runner/.credentials $TOP/runner/.runner',
  'files beside the work tree': 'cat ../outside.txt ../../outside.txt',
  'files through the root of another process': 'cat /proc/*/root/$TOP/home/.netrc /proc/*/cwd/../outside.txt',
  'files through a link': 'ln -sf $TOP/home l; cat l/.netrc; ln -sf ../outside.txt m; cat m',
  'the configuration of the checkout': 'cat .git/config; git config --list; git remote -v',
  'git’s directory by a link that covers it': 'mv .git x; cat x/config; rm -rf .git; cat .git/config',
  'git’s directory when what covers it is taken away': 'umount .git; umount -l .git; cat .git/config',
  'everything, from the top': `grep -r -s -a -h $FOUND / --exclude-dir=proc --exclude-dir=sys --exclude-dir=usr --exclude-dir=opt --exclude-dir=lib`,
  'the disk itself':
    'mknod d b $(stat -c "%Hd %Ld" /usr) && head -c 1000000 d | grep -a canary; ls /dev/vd* /dev/sd*; cat /dev/mem',
  'mounts of the machine': `unshare -rm sh -c 'mount -t proc p /proc; cat /proc/*/environ'; unshare -rm sh -c 'mount --bind / /mnt && cat /mnt/$TOP/home/.netrc'`,
  'namespaces of another process': 'nsenter -t 1 -a cat $TOP/home/.netrc; nsenter -t $PPID -m cat $TOP/home/.netrc',
  'the root by another root': 'mkdir r; chroot . cat /x; cd /proc/1/root && cat .$TOP/home/.netrc',
  'what root may':
    'sudo -n cat $TOP/home/.netrc; su -c "cat $TOP/home/.netrc"; grep "^root:" /etc/shadow && echo $FOUND',
  'sockets of services': 'ls /run/docker.sock /var/run/docker.sock /run/user /run/containerd && echo $FOUND',
  'settings of the kernel that it could write':
    'find /proc/sys /proc/sysrq-trigger /proc/irq -type f -writable | grep . && echo $FOUND; ls /sys/kernel && echo $FOUND',
  'what another command left in the temporary directory of the machine': 'cat $TOP/tmp/* /var/tmp/*; ls -la /tmp',
})

/** What changes the machine. The same machine must be there afterwards. */
export const CHANGES = named({
  'writes variables for the next step': 'echo X=1 >> $TOP/work/_temp/_runner_file_commands/env',
  'writes into the home': 'mkdir -p $TOP/home; echo x >> $TOP/home/.bashrc; echo x > $TOP/home/.netrc',
  'replaces a program on the path': 'echo "#!/bin/sh" > $TOP/home/tool/bin/my-tool; rm -f $TOP/home/tool/bin/my-tool',
  'puts a program beside those of the system':
    'touch /usr/bin/planted /usr/local/bin/planted /etc/planted /opt/planted',
  'plants a hook': 'echo x > .git/hooks/pre-commit; mkdir -p .git/hooks; git config core.hooksPath /tmp',
  'moves a branch': 'git update-ref refs/heads/main 0000000000000000000000000000000000000001; echo x > .git/HEAD',
  'writes beside the work tree': 'echo x > ../planted.txt; rm -f ../outside.txt',
  'removes everything': 'rm -rf $TOP/home $TOP/runner $TOP/work/_temp $TOP/work/repo/outside.txt',
  'makes the system writable': 'mount -o remount,rw /usr; mount -o remount,rw /; touch /usr/planted',
  'ends processes of others': 'kill -9 $OTHER; pkill -9 -P $OTHER',
})

/** What stays behind. It is recognized by the number of seconds, `$REST`, and ends by itself. */
export const LEFTOVERS = named({
  'in the background': 'sleep $REST &',
  'in another session': 'setsid sleep $REST &',
  'that nothing hangs up': 'nohup sleep $REST >/dev/null 2>&1 & disown',
  'that forked twice': '( ( sleep $REST & ) & )',
  'that forked twice in another session without its output':
    '(setsid sh -c "setsid sleep $REST & exit" </dev/null >/dev/null 2>&1 &)',
  'that ignores being ended': `setsid bash -c 'trap "" HUP INT TERM; sleep $REST' &`,
  'that is of another name and without a variable': 'env -i setsid bash -c "exec -a sshd sleep $REST" &',
})

/** What reaches for the network, where there is none. `$PORT` listens on the machine's loopback, `$NAME` without a file. */
export const CONNECTIONS = named({
  'a server on the machine': 'exec 3<>/dev/tcp/127.0.0.1/$PORT && echo x >&3 && cat <&3',
  'a server on the machine, by its other address':
    'exec 3<>/dev/tcp/::1/$PORT && echo x >&3 && cat <&3; exec 3<>/dev/tcp/localhost/$PORT && cat <&3',
  'a socket that has no file': `node -e 'require("net").connect("\\0$NAME").on("error", () => 0).pipe(process.stdout)'`,
  'interfaces of the machine': `tail -n +3 /proc/net/dev | grep -v "lo:" && echo $FOUND; cat /proc/net/tcp | grep -i ":$(printf %04X $PORT) " && echo $FOUND`,
})
