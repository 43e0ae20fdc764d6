package median

import "testing"

func TestOdd(t *testing.T) {
	if got := Median([]float64{3, 1, 2}); got != 2 {
		t.Fatal(got)
	}
}
